"""Many doors that read the whole list of an event at one instant, as a separate program.

`python list_burst.py PORT COOKIE EVENT DOORS` prints the number of responses by status. A door that gets a 503 waits
for Retry-After, and tries again.
"""

import asyncio
import json
import sys
from collections import Counter

LONGEST_SECONDS = 120


async def read(port: int, request: bytes, statuses: Counter[int]) -> None:
    """Try until the whole list was read."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        status = int(head.split()[1])
        while await reader.read(65536):
            pass
        writer.close()
        statuses[status] += 1
        if status != 503:
            return
        retry = next(line for line in head.lower().split("\r\n") if line.startswith("retry-after: "))
        await asyncio.sleep(int(retry.removeprefix("retry-after: ")))


async def main(port: int, cookie: str, event: int, doors: int) -> None:
    """All at once."""
    request = (
        f"GET /api/door/list?eventId={event} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
        "Accept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    ).encode()
    statuses = Counter[int]()
    async with asyncio.timeout(LONGEST_SECONDS), asyncio.TaskGroup() as tasks:
        for _ in range(doors):
            tasks.create_task(read(port, request, statuses))
    sys.stdout.write(json.dumps(statuses))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
