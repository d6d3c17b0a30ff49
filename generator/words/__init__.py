"""Words: PO files, the English that they translate, merging, and the texts of a locale with the fallback."""
