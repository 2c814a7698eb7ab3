"""Where this node stands, as its administrator wrote it down, and what was measured from here."""

from __future__ import annotations

import os
import tomllib
from dataclasses import replace

from heddle.errors import UsageError
from heddle.model.site import NetworkPath, Site, measured_ways, merged, parse_site
from heddle.system import state

MACHINE = "/etc/heddle/site.toml"


def paths() -> list[str]:
    """Where it may be written, what is believed first standing first."""
    if given := os.environ.get("HEDDLE_SITE"):
        return [given]
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return [os.path.join(home, "heddle", "site.toml"), MACHINE]


def load_site() -> Site:
    """The site of this node, with what was measured of the network; no file is not an error.

    :raises UsageError: if the file that says it cannot be read or is invalid
    """
    site = Site()
    for path in paths():
        try:
            with open(path, "rb") as file:
                site = parse_site(tomllib.load(file), path)
            break
        except FileNotFoundError:
            if "HEDDLE_SITE" in os.environ:
                raise UsageError(
                    f"HEDDLE_SITE={path}: there is no such file. Write it (see "
                    "docs/guides/topology.md), or unset the variable."
                ) from None
        except tomllib.TOMLDecodeError as error:
            raise UsageError(f"{path}: {error}. It is TOML; see docs/guides/topology.md.") from None
        except OSError as error:
            raise UsageError(f"{path}: cannot be read ({error.strerror}).") from None
    return replace(site, ways=merged(site.ways, measured_network()))


def measured_network() -> list[NetworkPath]:
    """What was measured from here, one way to each node: the user's own counts."""
    found = [way for held in state.read("network") for way in measured_ways(held)]
    return list(merged((), found))
