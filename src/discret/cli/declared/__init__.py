"""What commands there are, and what each takes: one file for each panel of the help.

`start`, `verbs`, `privacy` and `about` hang them on `app`. What a command does is in the module of
its name beside this folder, and is loaded when it is called.
"""
