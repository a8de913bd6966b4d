"""`python -m twinproof` is the command line."""

import os

if __name__ == "__main__":
    try:
        from twinproof.cli import main
    except KeyboardInterrupt:  # as in `twinproof.cli`
        os.write(2, b"interrupted\n")
        os._exit(130)
    main()
