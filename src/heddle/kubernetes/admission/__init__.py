"""Admission: pods that ask for a device in words get a claim of the driver's, which says the same.

What a pod asks for is read in one of three ways (ways/), becomes a ResourceClaimTemplate
(templates.py) that equal pods share, and a patch (patch.py). All of that is pure; cluster.py and
server.py are the shell.
"""

CLAIM = "heddle-xpu"  #: the name of the claim in a pod; templates are called heddle-xpu-HASH
LABELS = {"app.kubernetes.io/managed-by": "heddle", "heddle.io/made-by": "webhook"}
USED = "heddle.io/used"  #: when a pod was given the template last
MOST_ALTERNATIVES = 8  #: Kubernetes takes no more in one request
MOST_DEVICES = 32  #: nor more in one claim
