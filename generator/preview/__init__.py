"""The preview: build on every change, serve on the loopback."""
