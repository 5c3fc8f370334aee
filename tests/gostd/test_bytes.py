"""Bytes that are no text: base64 and invalid UTF-8."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd.base64 import decode64
from werfpy.gostd.kinds import GoError
from werfpy.gostd.utf8 import decode_lossy, to_valid


@given(st.binary(max_size=40))
def test_base64_reads_back(data: bytes) -> None:
    assert decode64(base64.encodebytes(data).decode("ascii")) == data


@pytest.mark.parametrize(
    ("text", "at"),
    [("*", 0), ("ab*d", 2), ("abc", 0), ("abcdef", 4), ("=", 0), ("ab=c", 2), ("ab=", 3), ("abc=d", 4), ("abcd==", 4)],
)
def test_base64_errors_name_gos_byte(text: str, at: int) -> None:
    with pytest.raises(GoError) as caught:
        decode64(text)
    assert str(caught.value) == f"illegal base64 data at input byte {at}"


@pytest.mark.parametrize(
    ("data", "text"), [(b"a\xff\xfeb", "a\ufffd\ufffdb"), ("é".encode(), "é"), (b"\xe2\x82", "\ufffd\ufffd"), (b"", "")]
)
def test_every_bad_byte_becomes_a_replacement(data: bytes, text: str) -> None:
    assert decode_lossy(data) == text
    assert to_valid(text) == text
