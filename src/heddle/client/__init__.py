"""Talking to the control plane, with the standard library alone: `where.find()` gives a Client.

where     which server, and with which token
wire      one connection: a request there, an answer or an error back
client    one method for each route; what it answers has the types of heddle/_gen/rest.py
follow    what comes bit by bit: events, logs, the end of a job
"""
