"""`python -m heddle` is `heddle`."""

import sys

from heddle.cli import main

sys.exit(main())
