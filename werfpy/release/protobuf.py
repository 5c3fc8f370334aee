"""The wire format of protocol buffers, as far as reading Helm 2's records needs it.

Source: protobuf.dev/programming-guides/encoding.
"""

from __future__ import annotations

from collections.abc import Iterator

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


class Message:
    """The fields of one message by number, in the order in which they came. Unknown fields do no harm.

    Raises:
        ValueError: The bytes are no message.
    """

    def __init__(self, data: bytes) -> None:
        self._fields: dict[int, list[int | bytes]] = {}
        for number, value in _fields(data):
            self._fields.setdefault(number, []).append(value)

    def __contains__(self, number: int) -> bool:
        return number in self._fields

    def text(self, number: int) -> str:
        """A string field, ``""`` when absent."""
        return self.data(number).decode()

    def data(self, number: int) -> bytes:
        """A bytes field, empty when absent; the last one counts."""
        value = self._fields.get(number, [b""])[-1]
        if not isinstance(value, bytes):
            raise ValueError(f"field {number} is a number")
        return value

    def number(self, number: int) -> int:
        """A signed integer or enum field, 0 when absent."""
        value = self._fields.get(number, [0])[-1]
        if not isinstance(value, int):
            raise ValueError(f"field {number} is not a number")
        return _signed(value)

    def flag(self, number: int) -> bool:
        """A bool field."""
        return bool(self.number(number))

    def message(self, number: int) -> Message:
        """An embedded message; parts of it that came apart are joined, as the format demands."""
        return Message(b"".join(self.all_data(number)))

    def messages(self, number: int) -> Iterator[Message]:
        """A repeated embedded message."""
        return (Message(value) for value in self.all_data(number))

    def texts(self, number: int) -> tuple[str, ...]:
        """A repeated string field."""
        return tuple(value.decode() for value in self.all_data(number))

    def numbers(self, number: int) -> tuple[int, ...]:
        """A repeated enum or integer field, packed or not."""
        found: list[int] = []
        for value in self._fields.get(number, []):
            if isinstance(value, int):
                found.append(_signed(value))
                continue
            at = 0
            while at < len(value):
                item, at = _varint(value, at)
                found.append(_signed(item))
        return tuple(found)

    def all_data(self, number: int) -> list[bytes]:
        """All values of a repeated bytes field."""
        values = self._fields.get(number, [])
        found = [value for value in values if isinstance(value, bytes)]
        if len(found) != len(values):
            raise ValueError(f"field {number} is a number")
        return found


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, wire_type = key >> 3, key & 7
        if number == 0:
            raise ValueError("field number 0")
        if wire_type == VARINT:
            value, at = _varint(data, at)
            yield number, value
            continue
        if wire_type == BYTES:
            length, at = _varint(data, at)
        elif wire_type in (FIXED64, FIXED32):
            length = 8 if wire_type == FIXED64 else 4
        else:
            raise ValueError(f"wire type {wire_type}")
        if at + length > len(data):
            raise ValueError("the message is cut off")
        yield number, data[at : at + length]
        at += length


def _varint(data: bytes, at: int) -> tuple[int, int]:
    result = shift = 0
    while shift < 70:
        if at >= len(data):
            raise ValueError("the message is cut off")
        byte = data[at]
        at += 1
        result |= (byte & 0x7F) << shift
        if byte < 0x80:
            return result, at
        shift += 7
    raise ValueError("a number is too long")


def _signed(value: int) -> int:
    """Negative numbers come as 64-bit two's complement."""
    return value - (1 << 64) if value >= 1 << 63 else value
