"""What a browser is given: pages by Jinja2, one style sheet, and a small client in plain ES modules. It knows no game."""
