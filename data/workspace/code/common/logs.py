"""One way to set up logging for all services.

Lines differ in layout because the readers differ: the shop's go to a JSON indexer, the relay hosts have only syslog,
the pipelines are read by people. The message is the same everywhere: a code from the register first, if there is one,
then plain words.
"""

import logging
import os
import socket
import time

LAYOUTS = {
    "plain": "%(asctime)sZ %(levelname)s %(host)s %(message)s",
    "bracket": "[%(asctime)s UTC] %(host)s %(levelname)s: %(message)s",
    "syslog": "%(asctime)s+00:00 %(host)s %(service)s[%(process)d]: %(levelname)s %(message)s",
    "json": '{"ts": "%(asctime)sZ", "service": "%(service)s", "level": "%(levelname)s", "host": "%(host)s", "msg": "%(message)s"}',
    "logfmt": 'ts=%(asctime)sZ level=%(levelname)s svc=%(service)s host=%(host)s msg="%(message)s"',
    "columns": "%(asctime)s | %(levelname)s | %(service)s | %(message)s",
}
SERVICES = {
    "sync-gateway": "plain",
    "conflict-resolver": "plain",
    "chunk-store": "plain",
    "restore-worker": "bracket",
    "snapshot-index": "bracket",
    "relay": "syslog",
    "cert-issuer": "syslog",
    "auth": "syslog",
    "billing": "json",
    "checkout": "json",
    "catalogue": "json",
    "settlement-import": "logfmt",
    "notifier": "logfmt",
    "update-server": "logfmt",
    "gmv-pipeline": "columns",
    "telemetry": "columns",
}
TIME_FORMATS = {"bracket": "%Y-%m-%d %H:%M:%S", "columns": "%Y-%m-%d %H:%M:%S"}
REPEATED = " repeated=%d"
WINDOW_S = int(os.environ.get("LOG_WINDOW_S", "60"))  # the duty engineer sets it higher in a storm


class Folding(logging.Filter):
    """Keeps a storm from filling the disk: what has the same first word is written once a window, with its count.

    A line without `repeated` stands for one occurrence, `repeated=37` for thirty-seven. Sums over a file are exact.
    Lines without a code are never folded.
    """

    def __init__(self, window_s=WINDOW_S):
        super().__init__()
        self.window_s = window_s
        self.written_at = {}
        self.held_back = {}

    def filter(self, record):
        code = record.getMessage().split(" ", 1)[0]
        if "_" not in code and "-" not in code:
            return True
        now = time.monotonic()
        if now - self.written_at.get(code, -self.window_s) < self.window_s:
            self.held_back[code] = self.held_back.get(code, 0) + 1
            return False
        self.written_at[code] = now
        count = self.held_back.pop(code, 0)
        if count:
            record.msg += REPEATED
            record.args = (*record.args, count + 1)
        return True


def set_up(service):
    """The logger of `service`, in its layout, in UTC."""
    layout = SERVICES[service]
    formatter = logging.Formatter(LAYOUTS[layout], TIME_FORMATS.get(layout, "%Y-%m-%dT%H:%M:%S"))
    formatter.converter = time.gmtime
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(Folding())
    logger = logging.getLogger(service)
    logger.addHandler(handler)
    logger.setLevel(os.environ.get("LOG_LEVEL", "INFO"))
    names = {"host": socket.gethostname().split(".")[0], "service": service}
    return logging.LoggerAdapter(logger, names)
