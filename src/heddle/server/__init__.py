"""The server process, put together: control plane, API and pages on one port."""
