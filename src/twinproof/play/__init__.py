"""The playground: a page on this machine for those who learn, teach, or just want to see.

Nothing that is typed into it is executed: the reader parses it, and a process of its own with limits does the rest.
"""
