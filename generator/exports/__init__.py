"""What leaves the site in another form than pages: downloads, Markdown twins, sitemaps, feeds, headers."""
