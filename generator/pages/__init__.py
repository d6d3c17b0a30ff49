"""Pages as values: one function per page type makes the view that its template sees."""
