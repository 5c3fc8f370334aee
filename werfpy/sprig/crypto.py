"""Passwords and encryption. The libraries are imported when they are first needed."""

from __future__ import annotations

import hashlib
import hmac
import os
import struct

from werfpy.gostd.base64 import decode64
from werfpy.gostd.kinds import GoPanic
from werfpy.gostd.text import from_bytes, to_bytes

_LONGEST_BCRYPT = 72
_BLOCK = 16
_SEED = b"com.lyndir.masterpassword"
_TEMPLATES = {
    "maximum": "anoxxxxxxxxxxxxxxxxx axxxxxxxxxxxxxxxxxno",
    "long": (
        "CvcvnoCvcvCvcv CvcvCvcvnoCvcv CvcvCvcvCvcvno CvccnoCvcvCvcv CvccCvcvnoCvcv CvccCvcvCvcvno CvcvnoCvccCvcv "
        "CvcvCvccnoCvcv CvcvCvccCvcvno CvcvnoCvcvCvcc CvcvCvcvnoCvcc CvcvCvcvCvccno CvccnoCvccCvcv CvccCvccnoCvcv "
        "CvccCvccCvcvno CvcvnoCvccCvcc CvcvCvccnoCvcc CvcvCvccCvccno CvccnoCvcvCvcc CvccCvcvnoCvcc CvccCvcvCvccno"
    ),
    "medium": "CvcnoCvc CvcCvcno",
    "short": "Cvcn",
    "basic": "aaanaaan aannaaan aaannaaa",
    "pin": "nnnn",
}
_CHARACTERS = {
    "V": "AEIOU",
    "C": "BCDFGHJKLMNPQRSTVWXYZ",
    "v": "aeiou",
    "c": "bcdfghjklmnpqrstvwxyz",
    "A": "AEIOUBCDFGHJKLMNPQRSTVWXYZ",
    "a": "AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz",
    "n": "0123456789",
    "o": "@&%?,=[]_:-+*$#!'^~;()/.",
    "x": "AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()",
}


def bcrypt(password: str) -> str:
    """Return the bcrypt hash with cost 10, or the text of the error."""
    data = to_bytes(password)
    if len(data) > _LONGEST_BCRYPT:
        return f"failed to encrypt string with bcrypt: bcrypt: password length exceeds {_LONGEST_BCRYPT} bytes"
    import bcrypt as library

    return library.hashpw(data, library.gensalt(10, b"2a")).decode("ascii")


def htpasswd(username: str, password: str) -> str:
    """Return a line of an htpasswd file, or the text of the error."""
    return f"invalid username: {username}" if ":" in username else f"{username}:{bcrypt(password)}"


def derive_password(counter: int, kind: str, password: str, user: str, site: str) -> str:
    """Return the site's password of the Master Password algorithm (masterpassword.app, version 3)."""
    templates = _TEMPLATES.get(kind, "").split()
    if not templates:
        return f"cannot find password template {kind}"
    user_bytes, site_bytes = to_bytes(user), to_bytes(site)
    salt = _SEED + struct.pack(">I", len(user_bytes)) + user_bytes
    key = hashlib.scrypt(to_bytes(password), salt=salt, n=32768, r=8, p=2, maxmem=1 << 27, dklen=64)
    message = _SEED + struct.pack(">I", len(site_bytes)) + site_bytes + struct.pack(">I", counter & 0xFFFFFFFF)
    seed = hmac.new(key, message, hashlib.sha256).digest()
    template = templates[seed[0] % len(templates)]
    return "".join(
        _CHARACTERS[element][seed[index + 1] % len(_CHARACTERS[element])] for index, element in enumerate(template)
    )


def _aes_key(password: str) -> bytes:
    return to_bytes(password)[:32].ljust(32, b"\0")


def encrypt_aes(password: str, text: str) -> str:
    """Encrypt with AES-256-CBC; the result is base64 of the random IV and the padded text."""
    if not text:
        return ""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    data = to_bytes(text)
    padding = _BLOCK - len(data) % _BLOCK
    vector = os.urandom(_BLOCK)
    encryptor = Cipher(algorithms.AES(_aes_key(password)), modes.CBC(vector)).encryptor()
    sealed = vector + encryptor.update(data + bytes([padding]) * padding) + encryptor.finalize()
    import base64

    return base64.b64encode(sealed).decode("ascii")


def decrypt_aes(password: str, sealed64: str) -> str:
    """Decrypt what encryptAES made.

    Raises:
        GoError: The text is no base64.
        GoPanic: The bytes are no such thing.
    """
    if not sealed64:
        return ""
    sealed = decode64(sealed64)
    if len(sealed) < _BLOCK:
        raise GoPanic(f"runtime error: slice bounds out of range [:{_BLOCK}] with capacity {len(sealed)}")
    if len(sealed) % _BLOCK:
        raise GoPanic("crypto/cipher: input not full blocks")
    if len(sealed) == _BLOCK:
        raise GoPanic("runtime error: index out of range [-1]")
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    decryptor = Cipher(algorithms.AES(_aes_key(password)), modes.CBC(sealed[:_BLOCK])).decryptor()
    opened = decryptor.update(sealed[_BLOCK:]) + decryptor.finalize()
    end = len(opened) - opened[-1]
    if end < 0:
        raise GoPanic(f"runtime error: slice bounds out of range [:{end}]")
    return from_bytes(opened[:end])
