"""What `heddle bench k8s` needs: pods that are timed, and a driver to compare ours with."""
