"""The lab over HTTP: questions about paytables, and a process of its own that computes answers."""
