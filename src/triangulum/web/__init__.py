"""What a browser is given: pages by Jinja2 and a small client in plain ES modules. Nothing here knows a game."""
