"""This machine as a node of a control plane elsewhere. It only calls out, so it may stand behind
NAT, and needs Python alone.

member     pure: what to send, given what was acknowledged; when to try again
document   what this machine says of itself
identity   its name and key, in a file of its owner
shell      the loop that sends
"""
