"""A real Kubernetes for tests: its servers, kubelets and containerd, in namespaces of its own."""
