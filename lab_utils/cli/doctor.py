"""`bakeoff doctor`: is everything there that the workbook needs?"""

from __future__ import annotations

import argparse

from lab_utils.cli import CHECK_FAILED


def add(commands, common) -> None:
    doctor = commands.add_parser(
        "doctor",
        parents=[common],
        help="check Python, packages, models, data and the rest",
        description="Check Python, packages against constraints.txt, the notebook kernel, models and data by "
        "checksum, write access, disk and browser. Exit code 1 when a check fails; each failure names its cure.",
    )
    doctor.set_defaults(handler=_doctor)
    doctor.add_argument("--json", action="store_true", help="for scripts")


def _doctor(options: argparse.Namespace) -> int:
    from lab_utils.classroom.doctor import as_json, examine

    checks = []
    for check in examine():
        checks.append(check)
        if not options.json:
            print(check, flush=True)
    if options.json:
        print(as_json(checks))
    return 0 if all(check.ok for check in checks) else CHECK_FAILED
