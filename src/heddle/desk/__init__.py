"""What callers ask of the control plane. Routes of the API (`api`) and pages of the dashboard
(`web`) call the functions here: they only read what was sent, and show what was answered.

A function takes the desk, the caller and typed values, returns typed values, and raises
`errors.DeskError` if it refuses. Nothing here reads or writes HTTP.

desk         the control loop, and what is remembered beside it
access       tokens, users, tenants, limits: who may what
jobs         submissions, explanations, logs, terminals
*_admin      what is done with services and nodes; in `access`, with tokens, users and tenants
audit, usage   who changed what; who used what
capacity     nodes and their devices: what is used, what is free
answers      jobs and explanations, as data
"""
