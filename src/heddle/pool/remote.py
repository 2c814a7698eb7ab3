"""`heddle run --device HOST:PORT/soft@gpu`: the program's device is in another machine.

The program loads a library that speaks through rings with a server. We stand between them: what
it writes goes to the other machine over TLS, where each of its processes has a server.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from heddle._gen.pump_abi import Ring
from heddle.errors import CannotInterceptError, RemoteDeviceError, UsageError
from heddle.launch.command import resolve, why_not_preloadable
from heddle.launch.run import note
from heddle.model.wire.tickets import DEVICE_TOKEN
from heddle.pool import frames, supervisor, tokens
from heddle.pool.broker import GREETING, listen
from heddle.pool.line import Line
from heddle.pool.pump import OF_PROGRAM, RingLink, carry

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

PORT = 7879  #: of `heddle node agent --serve`
CA = "HEDDLE_CA"
SILENCE = "HEDDLE_REMOTE_SILENCE_S"
#: To connect, and for an answer: the other machine may have to start a process.
PATIENCE_S = 10.0
MAKE_ONE = "Make one on that machine: `heddle node access new --tenant NAME`"


@dataclass(frozen=True, slots=True)
class RemoteDevice:
    """A device of another machine: where it is served, and its name there."""

    host: str
    port: int  #: 0: it was not said
    device: str
    pin: str = ""  #: of its certificate, where the token has none

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def parse(text: str) -> RemoteDevice | None:
    """HOST:PORT/DEVICE or NAME/DEVICE; None if it is a device of this machine.

    :raises UsageError: if it is neither
    """
    place, slash, device = text.partition("/")
    if not slash:
        return None
    host, port = place, "0"
    if ":" in place and not place.endswith("]"):
        host, _, port = place.rpartition(":")
        port = port if port != "0" else ""
    host = host.removeprefix("[").removesuffix("]")
    if not host or not device or not port.isdecimal() or int(port) > 65535:
        raise UsageError(
            f"--device {text}: a device of another machine is NODE/DEVICE or HOST:PORT/DEVICE, as "
            f"in gpu7.example.org:{PORT}/soft@gpu."
        )
    return RemoteDevice(host, int(port), device)


def silence_s(variables: Mapping[str, str]) -> float:
    """After which a connection counts as lost.

    :raises UsageError: if it is set to what cannot be
    """
    text = variables.get(SILENCE, "")
    try:
        value = float(text) if text else frames.SILENCE_S
    except ValueError:
        value = 0.0
    if not 2 * frames.BEAT_S <= value <= 3600:
        raise UsageError(f"{SILENCE}={text} is not allowed: give seconds from 2 to 3600.")
    return value


class Station:
    """The machine that serves a device: connections to it, each verified before a word is said."""

    def __init__(self, place: RemoteDevice, token: str) -> None:
        """:raises UsageError: if there is no such token"""
        parsed = tokens.parse(token)
        if parsed is None:
            what = (
                f"{DEVICE_TOKEN} is no token for devices" if token else f"{DEVICE_TOKEN} is not set"
            )
            raise UsageError(f"{what}: {place} wants one, hd_... {MAKE_ONE}.")
        self.place, self._token, self._pin = place, token, parsed[2] or place.pin
        self._route = bytes(frames.ROUTE)
        self._secret = ""
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._pin:
            self._context.check_hostname = False
            self._context.verify_mode = ssl.CERT_NONE  # `_open` compares the certificate itself
        elif authorities := os.environ.get(CA):
            self._context.load_verify_locations(authorities)
        else:
            self._context.load_default_certs()
        self._context.minimum_version = ssl.TLSVersion.TLSv1_3

    def begin(self, asked: Mapping[str, int], tenant: str, name: str) -> Line:
        """A session, as long as the connection lives.

        :raises RemoteDeviceError: if the station is not there, or refuses
        """
        line, answer = self._ask(
            token=self._token, device=self.place.device, asked=asked, tenant=tenant, name=name
        )
        self._route, self._secret = bytes.fromhex(answer["route"]), answer["secret"]
        for text in answer.get("notes", ()):
            note(f"{self.place}: {text}")
        return line

    def attach(self, greeting: bytes) -> dict[int, Line]:
        """The connections of one process, a ring each.

        :raises RemoteDeviceError: if the station is not there, or refuses
        """
        lines: dict[int, Line] = {}
        try:
            lines[Ring.COMMANDS], answer = self._ask(secret=self._secret, greeting=greeting.hex())
            for ring in (Ring.URGENT, Ring.BACK):
                lines[ring], _ = self._ask(secret=self._secret, link=answer["link"], ring=int(ring))
        except BaseException:
            for line in lines.values():
                line.close()
            raise
        return lines

    def _ask(self, **words: Any) -> tuple[Line, dict[str, Any]]:
        line = None
        try:
            line = self._open()
            frames.send_words(line, words)
            answer = frames.receive_words(line)
        except OSError as error:
            if line is not None:
                line.close()
            raise self._failed(error) from None
        if "error" in answer:
            line.close()
            raise RemoteDeviceError(f"{self.place} refuses: {answer['error']}")
        return line, answer

    def _open(self) -> Line:
        plain = socket.create_connection((self.place.host, self.place.port), PATIENCE_S)
        try:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            plain.sendall(frames.PREAMBLE + self._route)
            line = Line(plain, self._context, server_hostname=self.place.host)
            line.shake_hands()
        except BaseException:
            plain.close()
            raise
        found = hashlib.sha256(line.certificate()).hexdigest()
        if self._pin and not hmac.compare_digest(found, self._pin):
            line.close()
            raise RemoteDeviceError(
                f"{self.place} has another certificate than the token says, so nothing was sent to "
                f"it. Either it has a new one, or another machine answers in its place. {MAKE_ONE}."
            )
        return line

    def _failed(self, error: OSError) -> RemoteDeviceError:
        if isinstance(error, ssl.SSLCertVerificationError):
            return RemoteDeviceError(
                f"the certificate of {self.place} is not known here ({error.verify_message}), so "
                f"nothing was sent to it. Use a token with a pin, hd_ID_SECRET_PIN, or set {CA} to "
                "a file with the authority that signed it."
            )
        return RemoteDeviceError(
            f"{self.place} cannot be used: {error.strerror or error}. Check that `heddle node "
            "agent --serve` runs there, and that this machine reaches it."
        )


class Forwarder:
    """Connects processes of the program with their servers. `accept` is the supervisor's."""

    def __init__(self, line: socket.socket, station: Station, silence: float) -> None:
        self.line = line
        self._station, self._silence_s = station, silence
        self._mutex = threading.Lock()
        self._open: set[socket.socket] = set()
        self._lost = ""

    def accept(self) -> None:
        try:
            client, _ = self.line.accept()
        except BlockingIOError:
            return
        threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def watch(self, line: Line) -> None:
        """The session's own connection, in a thread: without it, nothing goes on."""
        try:
            frames.beat(line, self._silence_s)
        except (OSError, ValueError) as error:
            self._end(str(error))

    def _end(self, why: str) -> None:
        with self._mutex:
            if not self._lost:
                note(f"the connection to {self._station.place} is lost: {why}")
            self._lost = why
            for client in self._open:
                frames.hang_up(client)

    def _serve(self, client: socket.socket) -> None:
        with client:
            with self._mutex:
                if self._lost:
                    return
                self._open.add(client)
            try:
                client.settimeout(PATIENCE_S)
                greeting = client.recv(GREETING, socket.MSG_WAITALL)
                if len(greeting) != GREETING:
                    return
                lines = self._station.attach(greeting)
                client.settimeout(None)
                link = RingLink.offer(client)
                carry(link, client, lines, OF_PROGRAM, self._silence_s)
            except RemoteDeviceError as error:
                note(str(error))
            except OSError as error:
                note(f"a process cannot use {self._station.place}: {error}")
            finally:
                with self._mutex:
                    self._open.discard(client)


def run(
    command: Sequence[str], asked: Mapping[str, int], place: RemoteDevice, tenant: str = ""
) -> int:
    """Runs the command, and returns its exit code; of a signal, 128 more.

    `asked` has fields of native.NativePlan, which count in the other machine.

    :raises HeddleError: if the device cannot be used
    """
    code = use(command, asked, place, tenant, begun(command), lambda pid: pid)
    return supervisor.exit_code(code)


#: Starts a program that finds its device at this door.
Begin = Callable[[str], "subprocess.Popen[bytes]"]


def begun(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Begin:
    """As it is, in this environment or in ours.

    :raises HeddleError: if it cannot be given another library
    """
    if not command:
        raise UsageError(
            f"no command given. Example: heddle run --device gpu7:{PORT}/cuda@0 -- ./train"
        )
    path = resolve(command[0])
    if why := why_not_preloadable(path):  # then it cannot be given another library, either
        raise CannotInterceptError(why)

    def begin(door: str) -> subprocess.Popen[bytes]:
        variables = supervisor.environment(door, base=environment)
        return subprocess.Popen(command, executable=path, env=variables)

    return begin


def use(
    command: Sequence[str],
    asked: Mapping[str, int],
    place: RemoteDevice,
    tenant: str,
    begin: Begin,
    program: Callable[[int], int] | None,
) -> int:
    """What `begin` starts uses the device; returns its exit code; -N: signal N. `program` is the
    supervisor's.

    :raises HeddleError: if the device cannot be used
    """
    silence = silence_s(os.environ)
    station = Station(place, os.environ.get(DEVICE_TOKEN, ""))
    session = station.begin(asked, tenant, os.path.basename(command[0]))
    folder = tempfile.mkdtemp(prefix="heddle-remote-")
    door = os.path.join(folder, "door")
    try:
        forwarder = Forwarder(listen(door), station, silence)
        threading.Thread(target=forwarder.watch, args=(session,), daemon=True).start()
        with forwarder.line:
            return supervisor.supervise(
                lambda: begin(door), forwarder.line, forwarder.accept, program
            )
    finally:
        with suppress(OSError):
            session.close()
        shutil.rmtree(folder, ignore_errors=True)
