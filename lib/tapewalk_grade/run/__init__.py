"""The processes that grade notebooks: judges, fork servers and sandboxed workers."""
