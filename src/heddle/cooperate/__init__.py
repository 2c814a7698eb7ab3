"""One piece of work, several devices that could do it: each request goes where it is best."""
