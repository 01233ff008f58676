"""The file: its header, chunks, records and hash."""

from __future__ import annotations

from typing import Any

from .games.base import Rejected, require
from .texts import read_json

zstandard: Any = None
try:
    import zstandard
    from blake3 import blake3

    def blake3_hash(data: bytes) -> bytes:
        """The BLAKE3 hash of some bytes."""
        return bytes(blake3(data).digest())
except ImportError:  # then the native half of the package does these two
    from foregone._foregone import blake3_hash, unzstd

#: The most bytes of a chunk, of its content, and of the header.
CHUNK_BYTES, CHUNK_CONTENT, HEADER_BYTES = 1_114_112, 1 << 20, 1 << 20


def decompress(frame: bytes) -> bytes:
    """The content of a chunk."""
    require(frame[:4] == b"\x28\xb5\x2f\xfd", "a chunk is no zstd frame")
    if zstandard is None:
        try:
            whole = unzstd(frame, CHUNK_CONTENT)
        except Exception as error:
            raise Rejected(str(error)) from None
        require(whole, "a chunk is empty")
        return whole
    try:
        require(zstandard.get_frame_parameters(frame).dict_id == 0, "a chunk needs a dictionary")
        decoder = zstandard.ZstdDecompressor(max_window_size=1 << 31).decompressobj()
        content: list[bytes] = []
        size = 0
        for start in range(0, len(frame), 64):
            require(not decoder.eof, "a chunk has bytes after its frame")
            content.append(decoder.decompress(frame[start: start + 64]))
            size += len(content[-1])
            require(size <= CHUNK_CONTENT, "a chunk is too large")
        require(decoder.eof and not decoder.unused_data, "a chunk is not exactly one frame")
    except zstandard.ZstdError as error:
        raise Rejected(f"a chunk cannot be decompressed: {error}") from None
    require(size > 0, "a chunk is empty")
    return b"".join(content)


def integers(data: bytes) -> list[int]:
    """Integers in LEB128."""
    found: list[int] = []
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            require(byte or shift == 7, "an integer is not in its shortest form")
            require(value < 1 << 64, "an integer is too large")
            found.append(value)
            value = shift = 0
        require(shift <= 63, "an integer is too large")
    require(shift == 0, "an integer has no end")
    return found


class Certificate:
    """The content of a file: version, header, and either the records (1) or the chunks of the parts (2)."""

    def __init__(self, data: bytes) -> None:
        require(len(data) >= 40 and blake3_hash(data[:-32]) == data[-32:], "the hash is wrong")
        first, _, rest = data.partition(b"\n")
        require(first in (b"foregone certificate 1", b"foregone certificate 2"), "the first line is wrong")
        self.version = int(first[-1:])
        end = rest.find(b"\n", 0, HEADER_BYTES)
        require(end >= 0 and rest[:1] == b"{", "the header is too long or no object")
        self.header = read_json(rest[:end], "the header")
        at = len(first) + 1 + end + 1
        chunks: list[tuple[bool, bytes]] = []
        while True:
            length = int.from_bytes(data[at: at + 4], "little")
            require(at + 4 <= len(data) - 40, "the end of chunks is missing")
            at += 4
            if length == 0:
                break
            mark = self.version == 2 and length >> 31 == 1
            length &= (1 << 31) - 1 if self.version == 2 else -1
            require(1 <= length <= CHUNK_BYTES and at + length <= len(data) - 40, "the length of a chunk is wrong")
            chunks.append((mark, decompress(data[at: at + length])))
            at += length
        require(at == len(data) - 40, "bytes follow the trailer")
        self.count = int.from_bytes(data[at: at + 8], "little")
        self.records: list[int] = []
        self.parts: list[list[list[int]]] = []
        if self.version == 1:
            self.records = integers(b"".join(content for _, content in chunks))
            return
        for mark, content in chunks:
            require(not mark or self.parts, "the first chunk goes on with a part before it")
            if not mark:
                self.parts.append([])
            self.parts[-1].append(integers(content))
