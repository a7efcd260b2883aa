"""The running floor behind the web server: its service, listeners, lab worker and bots."""
