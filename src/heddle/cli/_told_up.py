"""The output of `heddle up`: address, access, and commands to try."""

from __future__ import annotations

from urllib.parse import urlsplit

from heddle.cli._output import print_json
from heddle.client.where import Server, is_loopback

EVERYWHERE = ("0.0.0.0", "::")


def tell(server: Server, output: str, agent: int | None, *, new: bool) -> int:
    """`agent`: the process that was started with it; `new`: it was started just now."""
    outside = outside_address(server)
    url = outside or server.address
    if new:
        url = f"{url}/?token={server.link}"
    if output == "json":
        print_json(
            {
                "address": server.address,
                "outside": outside,
                "pin": server.pin,
                "pid": server.pid,
                "token_file": server.token_file,
                "url": url,
                "log": server.log_file,
                "agent_pid": agent,
                "started": new,
            }
        )
        return 0
    hint = "signs you in, once and within 10 minutes" if new else "sign in with the token"
    print(f"Heddle runs{'' if new else ' already'}: {server.address} (process {server.pid})")
    print(f"  in a browser   {url}   ({hint})")
    print(f"  the token      {server.token_file}")
    print(f"  the log        {server.log_file}")
    if agent is not None:
        print(f"  the agent      process {agent}, started with it")
    if server.pin is not None:
        print(f"  the pin        {server.pin}   (a browser shows it as SHA-256 of the certificate)")
    if outside is not None:
        everywhere = server.host in EVERYWHERE
        whom = "at any of its addresses" if everywhere else f"at {server.host}"
        print(f"Other machines can connect {whom}, over TLS, with a token:")
        pin = f" --pin {server.pin}" if server.pin else ""
        print("  heddle account token create NAME                       here: for another user")
        print(f"  heddle account login {outside}{pin}   there: asks for the token")
    print("Try:")
    print("  heddle submit -- sh -c 'echo hello; nproc'    a job; it says what to do next")
    print("  heddle ps                                     what runs, what waits, and why")
    print("  heddle admin down                             ends it; running jobs continue")
    return 0


def outside_address(server: Server) -> str | None:
    """For other machines; None where only this one can reach it."""
    if not server.host or is_loopback(server.host):
        return None
    if server.host not in EVERYWHERE:
        return server.address
    import socket

    return f"https://{socket.gethostname()}:{urlsplit(server.address).port}"
