"""The generator of the GPU catalogue: load, check, compute, localise, pages, render, publish."""
