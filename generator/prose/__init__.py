"""Markdown: blocks and segments, and the safe HTML of each."""
