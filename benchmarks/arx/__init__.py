"""The same searches by ARX and by discret, side by side."""
