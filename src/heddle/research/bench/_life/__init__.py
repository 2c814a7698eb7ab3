"""Parts of `heddle bench life`."""
