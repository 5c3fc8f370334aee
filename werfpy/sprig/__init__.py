"""The template functions of Sprig 3.3, as a literal table. Pure."""
