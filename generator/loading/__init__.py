"""Files to model: GPUs, prices, models, settings, guides, pages and pictures, with every mistake at its place."""
