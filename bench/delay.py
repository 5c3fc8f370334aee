"""A TCP proxy on loopback that makes the API server as far away as a given round trip."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def delayed(target_port: int, round_trip_s: float) -> Iterator[int]:
    """Give a port on loopback that leads to *target_port*, each direction half of *round_trip_s* late.

    A new connection costs one round trip, as TCP's handshake does.
    """
    proxy = _Proxy(target_port, round_trip_s / 2)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="delay", daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(asyncio.start_server(proxy.serve, "127.0.0.1", 0), loop).result()
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result(timeout=10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=5)
        loop.close()


async def _end(server: asyncio.Server) -> None:
    """Close the server and end what its connections still do."""
    server.close()
    rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


class _Proxy:
    def __init__(self, target_port: int, one_way_s: float) -> None:
        self._target_port = target_port
        self._one_way_s = one_way_s

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2 * self._one_way_s)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target_port)
        for end in (writer, far_writer):
            end.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(asyncio.CancelledError):  # the end of the proxy
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        for end in (writer, far_writer):
            end.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._send_late(late, writer))
        clock = asyncio.get_running_loop().time
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                late.put_nowait((clock() + self._one_way_s, data))
        late.put_nowait((clock() + self._one_way_s, b""))
        await sending

    async def _send_late(self, late: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        clock = asyncio.get_running_loop().time
        with contextlib.suppress(OSError):
            while True:
                due, data = await late.get()
                if due > clock():
                    await asyncio.sleep(due - clock())
                if not data:
                    writer.write_eof()
                    return
                writer.write(data)
                await writer.drain()
