"""`python -m tools.site [FOLDER]`."""

import sys

from tools.site import main

sys.exit(main(sys.argv[1:]))
