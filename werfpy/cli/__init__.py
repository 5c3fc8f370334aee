"""The command line: one command a file; parses, calls one action, hands the result to a report, exits.

May import actions, reconcile, report, sandbox and errors. Source of truth: Helm's commands and flags.
"""
