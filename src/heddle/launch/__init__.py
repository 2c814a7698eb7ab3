"""Starting programs under Heddle. Standard library only: accelerator machines are often bare."""
