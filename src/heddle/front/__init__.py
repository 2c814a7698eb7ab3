"""The front: one port for each service, from which requests go to its replicas.

line      one connection, as parts of messages; heads reads and writes their heads (pure)
door      one service: its replicas, the choice among them, waiting requests, counters
exchange  one request and its answer
health    whether replicas answer
front     the thread in which all of it runs, and what it and the control loop tell each other
"""
