"""Many people who sign in at one instant, as a separate program: its processor time does not slow the measurement.

`python sign_in_burst.py PORT PEOPLE USERNAME PASSWORD` prints the number of responses by status. A person who gets a
503 waits for Retry-After, and tries again.
"""

import asyncio
import json
import sys
from collections import Counter

LONGEST_SECONDS = 300


async def ask(port: int, request: bytes) -> tuple[int, dict[str, str]]:
    """Send a request over a new connection; the status and the headers of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    writer.close()
    status, *lines = head.split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
    return int(status.split()[1]), headers


async def sign_in(port: int, request: bytes, statuses: Counter[int]) -> None:
    """Try until the response is not a 503."""
    while True:
        status, headers = await ask(port, request)
        statuses[status] += 1
        if status != 503:
            return
        await asyncio.sleep(int(headers["retry-after"]))


async def main(port: int, people: int, username: str, password: str) -> None:
    """All at once."""
    body = json.dumps({"username": username, "password": password}).encode()
    head = f"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    request = f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
    statuses = Counter[int]()
    async with asyncio.timeout(LONGEST_SECONDS), asyncio.TaskGroup() as tasks:
        for _ in range(people):
            tasks.create_task(sign_in(port, request, statuses))
    sys.stdout.write(json.dumps(statuses))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
