"""`python -m fairdeal`: the command line without its script."""

from fairdeal.cli import main

main()
