"""The edge with the disk: files change all together or not at all.

`together` is what others call; journal, claim and what a killed run left stand behind it.
"""
