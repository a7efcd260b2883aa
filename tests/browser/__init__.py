"""Tests of the pages in a real browser; a package, so that its `conftest` is its own."""
