"""Certificates that the tests of the checkers share: made by the program, written here, changed a little, and hostile."""
