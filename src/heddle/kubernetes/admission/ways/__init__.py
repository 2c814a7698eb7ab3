"""The ways in which a pod can ask. Each is a file with `asks`, which reads a pod; `CONDITION`, a
CEL expression that is true of every pod for which `asks` finds something or denies it; and `MARK`,
what people know it by."""
