"""`python -m nucleo d4-ranking d7-transparencia`: run colonies in one process."""

import sys

from nucleo.processo import main

main(sys.argv[1:])
