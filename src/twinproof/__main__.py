"""`python -m twinproof` is the command line."""

from twinproof.cli import main

if __name__ == "__main__":
    main()
