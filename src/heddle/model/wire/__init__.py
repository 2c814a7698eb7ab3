"""What is said over a connection: terminals, executed commands, signatures, credentials."""
