"""The web server of a floor: the HTTP API for programs and the pages for people."""
