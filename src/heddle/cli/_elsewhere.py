"""What others call it, and what to type here: Slurm, Kubernetes, SkyPilot, Docker."""

ELSEWHERE = {
    "sbatch": "submit", "srun": "submit --wait", "salloc": "job shell", "squeue": "job ls",
    "scancel": "job cancel", "sinfo": "node ls", "sacct": "account usage", "scontrol": "explain",
    "sattach": "job attach", "sprio": "explain",
    "describe": "explain", "get": "job ls", "apply": "submit -f", "create": "submit -f",
    "delete": "job cancel", "rollout": "service ls", "taint": "node drain",
    "launch": "submit", "status": "job ls", "queue": "job ls", "show-gpus": "device ls",
    "stop": "job cancel", "serve": "service ls", "kill": "job cancel", "list": "job ls",
    "ls": "job ls", "info": "explain", "monitor": "top", "stats": "top", "events": "admin audit",
    "why": "explain",
}  # fmt: skip
