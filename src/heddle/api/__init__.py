"""The REST API of the control plane: docs/reference/api.md has every route.

routes       one file for each noun; it asks the loop or the store, and answers
app          the application, from all routes
document     the OpenAPI document of it
guard        before any route: who asks, how much may be sent, what is counted
desk         what routes work with, and the parameters that they declare
auth         tokens: made, checked, revoked
tenants      the tree of tenants and their quotas
submission   the body of a submission, as jobs
keys         a submission that is sent twice counts once
follow       events to everybody who follows them
accept       a submission becomes jobs, with its key, or nothing happens
logs, explaining, capacity, ledger, counts, exposition   what the routes of these are made of
answers      what is answered, as data
problem      what is wrong with a request, as problem+json
"""
