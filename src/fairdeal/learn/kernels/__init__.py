"""Compiled rounds that stop at every decision, with the exact value of every choice there.

A kernel plays many copies of a table at once. Each copy plays numbered rounds of one stream, the
same rounds as `fairdeal simulate` plays under the same seed.
"""
