"""A Kubernetes cluster that tests make: the servers on one host, a kubelet with containerd on each
of the others. Hosts are namespaces, so nothing of it is seen outside, and all of it ends with them.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from typing import Any

from tests.hosts import Hosts
from tests.images import docker_archive
from tests.kube.parts import Parts

READY_S = 90.0
PORT = 443
SERVICES = "10.96.0.0/24"
SERVICE = "10.96.0.1"  #: what pods call the API server
PODS = "10.244.{}.0/24"
SANDBOX = "heddle.test/pause:1"
#: What kubelet insists on setting, where the sandbox of the tests does not allow that.
SYSCTLS = {
    "vm/overcommit_memory": 1,
    "vm/panic_on_oom": 0,
    "kernel/panic": 10,
    "kernel/panic_on_oops": 1,
    "kernel/keys/root_maxkeys": 1_000_000,
    "kernel/keys/root_maxbytes": 25_000_000,
}
CONTROLLERS = [
    "cpu",
    "cpuacct",
    "cpuset",
    "memory",
    "devices",
    "freezer",
    "blkio",
    "pids",
    "systemd",
    "unified",  # of version 2, beside the others
]
GROUP = f"heddle-kube-{os.getpid()}"


class KubeError(Exception):
    """The cluster does not do what it should; with the end of what it said."""


class KubeCluster:
    """`nodes` are n1, n2 ...; `hosts.hub` has the servers."""

    def __init__(self, folder: Path, parts: Parts, nodes: int = 1) -> None:
        self.folder, self.parts = folder, parts
        self.hosts = Hosts(nodes)
        self.nodes = tuple(f"n{i}" for i in range(1, nodes + 1))
        self.address = f"https://{self.hosts.address(self.hosts.hub)}:{PORT}"
        self.kubeconfig = folder / "kubeconfig"
        self._logs = folder / "logs"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """:raises KubeError: if it does not come up"""
        self._logs.mkdir(parents=True)
        self._write_keys()
        self._connect_pods()
        for name in ("etcd", "kube-apiserver"):
            self.start_server(name)
        self.wait("the API server", lambda: self.get("/readyz") == "ok")
        for name in ("kube-controller-manager", "kube-scheduler"):
            self.start_server(name)
        for node in self.nodes:
            self.start_node(node)
        self.wait("the nodes", lambda: len(self.ready_nodes()) == len(self.nodes))
        self.wait("service accounts", self._has_account)

    def _connect_pods(self) -> None:
        """As a proxy and a network of pods do it: pods reach the API server at the address of its
        service, and it reaches them."""
        hub, own = self.hosts.hub, self.hosts.address(self.hosts.hub)
        self.hosts.ip(hub, "addr", "add", f"{SERVICE}/32", "dev", "lo")
        for number, host in enumerate(self.hosts.names, 1):
            address = self.hosts.address(host)
            self.hosts.ip(hub, "route", "add", PODS.format(number), "via", address)
            self.hosts.ip(host, "route", "add", f"{SERVICE}/32", "via", own)

    def stop(self) -> None:
        for process in reversed(list(self.processes.values())):
            process.kill()
        for process in self.processes.values():
            process.wait()
        for node in self.nodes:
            _remove_groups(node)
        self.hosts.remove()

    def start_server(self, name: str) -> None:
        """Also again, after `kill`."""
        self._run(
            name, self.hosts.hub, [str(self.parts.file(name)), *getattr(self, f"_{_word(name)}")()]
        )

    def kill(self, name: str) -> None:
        """A server, or a whole node."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def kill_kubelet(self, node: str) -> None:
        """It is started again at once, as an init system does."""
        pid = (self.folder / node / "kubelet.pid").read_text().strip()
        subprocess.run([*self.on_node(node), "kill", "-KILL", pid], check=False)

    def start_node(self, node: str) -> None:
        host = self._host(node)
        script = self._node_script(node)
        words = [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "--mount-proc",
            "--propagation",
            "slave",
        ]
        self._run(node, host, [*words, "bash", str(script)])

    def _run(self, name: str, host: str, words: Sequence[str]) -> None:
        with (self._logs / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [*self.hosts.inside(host), *words],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, "ETCD_UNSUPPORTED_ARCH": "arm64"},
            )

    def wait(self, what: str, is_so: Callable[[], object], seconds: float = READY_S) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if is_so():
                return
            for name, process in self.processes.items():
                if process.poll() is not None:
                    raise KubeError(f"{name} has ended ({process.returncode}): {self.log(name)}")
            time.sleep(0.1)
        raise KubeError(f"{what}: not there after {seconds:g} s; see {self._logs}")

    def log(self, name: str) -> str:
        lines = (self._logs / f"{name}.log").read_text(errors="replace").splitlines()
        return "\n".join(lines[-15:])

    # Questions.

    def kubectl(self, *words: str, input: str = "", check: bool = True) -> str:
        done = subprocess.run(
            [*self.hosts.inside(self.hosts.hub), str(self.parts.file("kubectl")),
             f"--kubeconfig={self.kubeconfig}", *words],
            input=input, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        if check and done.returncode:
            raise KubeError(f"kubectl {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def get(self, path: str) -> str:
        return self.kubectl("get", "--raw", path, check=False)

    def objects(self, *words: str) -> list[dict[str, Any]]:
        said = json.loads(self.kubectl("get", *words, "-o", "json"))
        return list(said["items"]) if "items" in said else [said]

    def apply(self, *objects: dict[str, Any]) -> None:
        self.kubectl(
            "apply",
            "-f",
            "-",
            input=json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}),
        )

    def ready_nodes(self) -> list[str]:
        found = json.loads(self.get("/api/v1/nodes") or '{"items": []}')["items"]
        return [
            node["metadata"]["name"]
            for node in found
            for each in node["status"].get("conditions", ())
            if (each["type"], each["status"]) == ("Ready", "True")
        ]

    def _has_account(self) -> bool:
        return "default" in self.get("/api/v1/namespaces/default/serviceaccounts/default")

    def on_node(self, node: str) -> list[str]:
        """In front of a command: it runs there, with that node's files and network."""
        init = child_of(self.processes[node].pid)
        return ["nsenter", f"--target={init}", "--mount", "--net", "--pid", "--"]

    def _host(self, node: str) -> str:
        return self.hosts.names[self.nodes.index(node)]

    # What they are told.

    def _write_keys(self) -> None:
        here = self.folder
        for words in (
            "genrsa -out sa.key 2048",
            "rsa -in sa.key -pubout -out sa.pub",
            "req -x509 -newkey rsa:2048 -nodes -days 30 -keyout ca.key -out ca.crt -subj /CN=ca",
            "req -newkey rsa:2048 -nodes -keyout client.key -out client.csr "
            "-subj /O=system:masters/CN=apiserver",
            "x509 -req -in client.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 "
            "-out client.crt",
        ):
            subprocess.run(["openssl", *words.split()], cwd=here, capture_output=True, check=True)
        users = [
            'admin-token,admin,1,"system:masters"',
            "scheduler-token,system:kube-scheduler,2",
            "manager-token,system:kube-controller-manager,3",
            *(f'{n}-token,system:node:{n},{n},"system:nodes"' for n in self.nodes),
        ]
        (here / "tokens.csv").write_text("\n".join(users) + "\n")
        for name, token in (
            ("kubeconfig", "admin"),
            ("scheduler.kubeconfig", "scheduler"),
            ("manager.kubeconfig", "manager"),
            *((f"{node}.kubeconfig", node) for node in self.nodes),
        ):
            self.write_kubeconfig(here / name, f"{token}-token")

    def write_kubeconfig(self, path: Path, token: str) -> None:
        cluster = {"server": self.address, "insecure-skip-tls-verify": True}
        path.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "c",
            "clusters": [{"name": "c", "cluster": cluster}],
            "users": [{"name": "u", "user": {"token": token}}],
            "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
        }))  # fmt: skip

    def _etcd(self) -> list[str]:
        client, peer = "http://127.0.0.1:2379", "http://127.0.0.1:2380"
        return [
            "--data-dir=etcd", "--unsafe-no-fsync", f"--initial-cluster=default={peer}",
            f"--listen-client-urls={client}", f"--advertise-client-urls={client}",
            f"--listen-peer-urls={peer}", f"--initial-advertise-peer-urls={peer}",
        ]  # fmt: skip

    def _kube_apiserver(self) -> list[str]:
        own = self.hosts.address(self.hosts.hub)
        return [
            "--etcd-servers=http://127.0.0.1:2379", "--cert-dir=apiserver",
            "--bind-address=0.0.0.0", f"--advertise-address={own}", f"--secure-port={PORT}",
            f"--service-cluster-ip-range={SERVICES}", "--allow-privileged=true",
            "--enable-aggregator-routing=true",  # to the pods of a service, where there is no proxy
            "--service-account-issuer=https://kubernetes.default.svc",
            "--service-account-key-file=sa.pub", "--service-account-signing-key-file=sa.key",
            "--token-auth-file=tokens.csv", "--authorization-mode=Node,RBAC",
            "--enable-admission-plugins=NodeRestriction", "--endpoint-reconciler-type=none",
            "--kubelet-client-certificate=client.crt", "--kubelet-client-key=client.key",
            "--kubelet-preferred-address-types=InternalIP", "--client-ca-file=ca.crt",
        ]  # fmt: skip

    def _kube_scheduler(self) -> list[str]:
        return self._client_words("scheduler")

    def _kube_controller_manager(self) -> list[str]:
        return [
            *self._client_words("manager"), "--service-account-private-key-file=sa.key",
            "--root-ca-file=apiserver/apiserver.crt", "--use-service-account-credentials=true",
            "--node-monitor-period=1s", "--node-monitor-grace-period=12s",
        ]  # fmt: skip

    def _client_words(self, name: str) -> list[str]:
        config = f"{name}.kubeconfig"
        return [
            f"--kubeconfig={config}", f"--authentication-kubeconfig={config}",
            f"--authorization-kubeconfig={config}", "--bind-address=127.0.0.1",
            "--leader-elect=false", f"--cert-dir={name}",
        ]  # fmt: skip

    def _node_script(self, node: str) -> Path:
        """The first process of the node: makes its files, and starts both."""
        own, number = self.folder / node, self.nodes.index(node) + 1
        for each in ("upper", "work", "sysctl", "cni"):
            (own / each).mkdir(parents=True, exist_ok=True)
        for name, value in SYSCTLS.items():
            (own / "sysctl" / name.replace("/", "_")).write_text(f"{value}\n")
        (own / "kubelet.json").write_text(json.dumps(self._kubelet(node)))
        (own / "containerd.toml").write_text(self._containerd(own))
        (own / "cni" / "10.conflist").write_text(json.dumps(_network(number)))
        image = self._pause(own)
        parts, host = self.parts, self._host(node)
        mounts = "\n".join(
            f"mount --bind {own}/sysctl/{name.replace('/', '_')} /proc/sys/{name}"
            for name in SYSCTLS
        )
        script = own / "node.sh"
        script.write_text(
            dedent(f"""\
            set -e
            export PATH={parts.folder / "bin"}:$PATH
            mount -t tmpfs tmpfs /run
            mount -t overlay overlay -o lowerdir=/var,upperdir={own}/upper,workdir={own}/work /var
            rm -rf /var/lib/kubelet /var/lib/containerd
            """)
            + mounts
            + dedent(f"""
            containerd --config {own}/containerd.toml &
            until ctr -a /run/containerd.sock version >/dev/null 2>&1; do sleep 0.1; done
            ctr -a /run/containerd.sock -n k8s.io images import {image} >/dev/null
            while :; do
              kubelet --config={own}/kubelet.json --kubeconfig={self.folder / node}.kubeconfig \\
                --root-dir=/var/lib/kubelet --hostname-override={node} \\
                --node-ip={self.hosts.address(host)} &
              echo $! > {own}/kubelet.pid
              wait $! || sleep 0.2
            done
            """)
        )
        _make_groups(node)
        return script

    def _pause(self, own: Path) -> Path:
        """What holds the namespaces of a pod."""
        root = own / "pause"
        (root / "bin").mkdir(parents=True, exist_ok=True)
        shutil.copy(self.parts.file("busybox"), root / "bin/busybox")
        sleep = {"Cmd": ["/bin/busybox", "sleep", "1000000"]}
        return docker_archive(root, own / "pause.tar", SANDBOX, sleep)

    def load(self, node: str, archive: Path) -> None:
        """An image, so that pods of this node can use it."""
        ctr = [str(self.parts.file("ctr")), "--address=/run/containerd.sock", "--namespace=k8s.io"]
        words = [*self.on_node(node), *ctr, "images", "import", str(archive)]
        subprocess.run(words, capture_output=True, check=True)

    def _kubelet(self, node: str) -> dict[str, Any]:
        return {
            "apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration",
            "failCgroupV1": False, "cgroupDriver": "cgroupfs", "cgroupRoot": f"/{GROUP}/{node}",
            "containerRuntimeEndpoint": "unix:///run/containerd.sock",
            "authentication": {"anonymous": {"enabled": False}, "webhook": {"enabled": True},
                               "x509": {"clientCAFile": str(self.folder / "ca.crt")}},
            "authorization": {"mode": "Webhook"}, "hairpinMode": "none", "failSwapOn": False,
            "resolvConf": "", "nodeStatusUpdateFrequency": "2s", "nodeLeaseDurationSeconds": 8,
            "evictionHard": {"memory.available": "10Mi", "nodefs.available": "1%"},
            "imageGCHighThresholdPercent": 100, "syncFrequency": "5s",
        }  # fmt: skip

    def _containerd(self, own: Path) -> str:
        return dedent(f"""\
            version = 3
            root = "/run/containerd-root"
            state = "/run/containerd"
            [grpc]
            address = "/run/containerd.sock"
            [plugins."io.containerd.cri.v1.images"]
            snapshotter = "overlayfs"
            [plugins."io.containerd.cri.v1.images".pinned_images]
            sandbox = "{SANDBOX}"
            [plugins."io.containerd.cri.v1.runtime"]
            enable_cdi = true
            cdi_spec_dirs = ["/var/run/cdi"]
            restrict_oom_score_adj = true
            [plugins."io.containerd.cri.v1.runtime".cni]
            bin_dirs = ["{self.parts.folder / "cni"}"]
            conf_dir = "{own / "cni"}"
            [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
            runtime_type = "io.containerd.runc.v2"
            [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
            BinaryName = "{self.parts.file("runc")}"
            """)


def _word(name: str) -> str:
    return name.replace("-", "_")


def _network(number: int) -> dict[str, Any]:
    subnet = {"subnet": PODS.format(number)}
    return {
        "cniVersion": "1.0.0", "name": "pods",
        "plugins": [{
            "type": "bridge", "bridge": "pods", "isGateway": True, "ipMasq": False,
            "ipam": {"type": "host-local", "ranges": [[subnet]], "routes": [{"dst": "0.0.0.0/0"}]},
        }],
    }  # fmt: skip


def _groups(node: str) -> list[Path]:
    root = Path("/sys/fs/cgroup")
    if (root / "cgroup.controllers").exists():
        return [root / GROUP / node]
    return [root / each / GROUP / node for each in CONTROLLERS if (root / each).is_dir()]


def _make_groups(node: str) -> None:
    for group in _groups(node):
        group.mkdir(parents=True, exist_ok=True)
        if group.parent.parent.name == "cpuset":
            for each in (group.parent, group):
                for file in ("cpuset.cpus", "cpuset.mems"):
                    (each / file).write_text((each.parent / file).read_text())


def _remove_groups(node: str) -> None:
    """The deepest first; what still runs there is ended."""
    for group in _groups(node):
        deepest_first = sorted((each for each, _, _ in os.walk(group)), key=len, reverse=True)
        for folder in deepest_first:
            _end_all(Path(folder))
        for folder in deepest_first:
            with suppress(OSError):  # one of them has not ended yet
                os.rmdir(folder)
        with suppress(OSError):  # another node has one there
            group.parent.rmdir()


def _end_all(group: Path) -> None:
    for pid in (group / "cgroup.procs").read_text().split():
        with suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)


def child_of(pid: int) -> int:
    """`nsenter` becomes `unshare`, whose child is the first process of the namespace."""
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
