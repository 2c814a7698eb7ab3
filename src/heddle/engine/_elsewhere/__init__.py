"""What the engines share that run members on other machines, in folders that those see, too."""
