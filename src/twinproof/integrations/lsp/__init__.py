"""Editors: a language server that reads the open text, unsaved as it may be.

What is wrong with the text is shown at once; verdicts come when a file is opened or saved, from a process of their own,
so that the server always answers. Nothing is executed that stands in the text.
"""
