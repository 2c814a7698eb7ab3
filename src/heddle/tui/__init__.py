"""`heddle top`: looking at the table again and again. Only app.py needs Textual."""
