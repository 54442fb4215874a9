"""What subtracting gives away, as a command: two zonings, several, and their protection.

Each module prints one answer; `discret.cli` asks for them.
"""
