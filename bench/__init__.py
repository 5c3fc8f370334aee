"""Speed, measured side by side with peers in one run, as ratios. Nothing here is a test."""
