"""The REST API of the control plane: docs/reference/api.md has every route.

routes       one file for each noun: what it takes and answers; the desk (`heddle.desk`) does it
app          the application, from all routes
document     the OpenAPI document of it
guard        before any route: authentication, size limits, counters
parameters   what routes declare to get the desk and the caller
nodes        what registered nodes send, and their identity
metrics      figures for Prometheus
problem      what is wrong with a request, as problem+json
"""
