"""Runs a bot's command, and ends all its processes when the host does, however the host ends.

It uses the standard library alone and imports nothing of this package, so that it starts quickly:

    python guard.py LIFELINE MEGABYTES COMMAND...

LIFELINE is the number of a socket. When the host ends, even by `kill -9`, the socket closes, and
the whole process group of the bot is killed. When the command ends, its exit status is written to
the socket.
"""

import os
import resource
import signal
import socket
import subprocess
import sys
import threading

NO_CORE_FILE = (0, 0)


def main() -> None:
    """Runs the command of the process's arguments."""
    lifeline = socket.socket(fileno=int(sys.argv[1]))
    threading.Thread(target=end_with, args=(lifeline,), daemon=True).start()
    limit = int(sys.argv[2]) << 20
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, NO_CORE_FILE)
    try:
        bot = subprocess.Popen(sys.argv[3:])
        for stream in range(3):  # the bot's alone, so that the host notices when it closes them
            os.close(stream)
        status = str(bot.wait())
    except OSError as error:
        status = str(error.strerror)
    lifeline.sendall(status.encode())
    os.killpg(0, signal.SIGKILL)  # the processes that the bot left behind, and this one


def end_with(lifeline: socket.socket) -> None:
    """Waits for the end of the host, then kills the process group."""
    lifeline.recv(1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
