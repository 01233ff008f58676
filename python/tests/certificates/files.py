"""Headers, chunks and graph files."""

from __future__ import annotations

import json

import zstandard
from blake3 import blake3

from .cases import ENDS, EXAMPLE, NO, OPEN, YES, Cases, graph
from .parsed import leb128


def headers(cases):
    good = {"game": "mnk:1,1,1", "rules": 1, "position": "x", "at_least": "win"}
    text = json.dumps(good, separators=(",", ":"))
    for name, expected, header in (
            ("plain", YES, text), ("another order", YES, json.dumps(dict(reversed(good.items())))), ("spaces", YES, json.dumps(good)),
            ("tabs", YES, text.replace(',"', ',\t "')), ("a space behind", OPEN, text + " "), ("carriage return behind", OPEN, text + "\r"),
            ("a space before", NO, " " + text), ("rubbish behind", NO, text + "x"), ("two objects", NO, text + text),
            ("an escape", YES, text.replace("win", "w\\u0069n")), ("an escaped name", YES, text.replace("rules", "rule\\u0073")),
            ("a member twice", NO, text[:-1] + ',"rules":1}'), ("twice by an escape", NO, text[:-1] + ',"rule\\u0073":1}'),
            ("unknown member", NO, text[:-1] + ',"note":"x"}'), ("null", NO, text[:-1] + ',"at_most":null}'),
            ("null infinite", NO, text[:-1] + ',"infinite":null}'), ("infinite", NO, text[:-1] + ',"infinite":"draw"}'),
            ("graph", NO, text[:-1] + ',"graph":"' + "0" * 64 + '"}'), ("rules 1.0", NO, text.replace(":1,\"pos", ":1.0,\"pos")),
            ("rules 1e0", NO, text.replace(":1,\"pos", ":1e0,\"pos")), ("rules text", NO, text.replace(":1,\"pos", ":\"1\",\"pos")),
            ("rules -1", NO, text.replace(":1,\"pos", ":-1,\"pos")), ("rules 01", NO, text.replace(":1,\"pos", ":01,\"pos")),
            ("rules 2", NO, text.replace(":1,\"pos", ":2,\"pos")), ("rules 0", NO, text.replace(":1,\"pos", ":0,\"pos")),
            ("rules huge", NO, text.replace(":1,\"pos", ":18446744073709551617,\"pos")),
            ("rules true", NO, text.replace(":1,\"pos", ":true,\"pos")),
            ("no rules", NO, text.replace('"rules":1,', "")), ("no claim", NO, text.replace(',"at_least":"win"', "")),
            ("at least the worst", NO, text.replace("win", "loss")), ("at most the best", NO, text[:-1] + ',"at_most":"win"}'),
            ("contradiction", NO, text[:-1] + ',"at_most":"draw"}'), ("no outcome", NO, text.replace("win", "Win")),
            ("claim is a number", NO, text.replace('"win"', "1")), ("an array", NO, "[" + text + "]"), ("half a surrogate", NO, text.replace("win", "\\ud800")),
            ("trailing comma", NO, text[:-1] + ",}"), ("comment", NO, text[:-1] + "/**/}"), ("single quotes", NO, text.replace('"', "'")),
            ("tablebase", NO, text[:-1] + ',"tablebase":"1:' + "0" * 64 + '"}'), ("empty object", NO, "{}"), ("empty", NO, ""),
            ("longest", YES, "{" + " " * (1_048_575 - len(text)) + text[1:]), ("one too long", NO, "{" + " " * (1_048_576 - len(text)) + text[1:]),
            ("deep", NO, text[:-1] + ',"at_most":' + "[" * 5000 + "]" * 5000 + "}"),
            ("NaN", NO, text[:-1] + ',"at_most":NaN}'), ("vertical tab", NO, text.replace(",", ",\v")), ("no-break space", NO, text.replace(",", ",\u00a0"))):
        cases.plain("header: " + name, expected, header.encode("utf-8", "surrogatepass"))
    cases.plain("header: not UTF-8", NO, text.encode().replace(b"win", b"w\xffn"))
    cases.plain("header: BOM", NO, b"\xef\xbb\xbf" + text.encode())
    for first in (b"foregone certificate 1\n", b"foregone certificate 2\n"):
        cases.raw("first line", YES, text.encode(), [], first=first)
    for first in (b"foregone certificate 3\n", b"foregone certificate 0\n", b"foregone certificate 02\n", b"Foregone certificate 2\n",
                  b"foregone certificate 2 \n", b"foregone certificate 2\r\n", b"\n", b"foregone certificate 12\n"):
        cases.raw("first line " + repr(first), NO, text.encode(), [], first=first)


def frames(cases):
    g = graph(EXAMPLE)
    file, digest = cases.graph_file(g)
    header = json.dumps({"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win", "graph": digest}).encode()
    records = {1: bytes([2, 1, 2]), 2: bytes([0, 0, 0, 4, 1, 4])}
    z = zstandard.ZstdCompressor
    for version in (1, 2):
        data = records[version]
        def add(name, expected, frame, marks=(), count=3):
            frames = frame if isinstance(frame, list) else [frame]
            cases.raw(f"frame: {name}, version {version}", expected, header, frames, count, version, marks, compress=False)
        add("plain", YES, z().compress(data))
        add("checksum", YES, z(write_checksum=True).compress(data))
        bad = bytearray(z(write_checksum=True).compress(data))
        bad[-1] ^= 1
        add("wrong checksum", NO, bytes(bad))
        add("no content size", YES, z(write_content_size=False).compress(data))
        add("level 19", YES, z(level=19).compress(data))
        add("two frames", NO, z().compress(data[:-1]) + z().compress(data[-1:]))
        add("skippable behind", NO, z().compress(data) + b"\x50\x2a\x4d\x18\x01\x00\x00\x00x")
        add("skippable before", NO, b"\x50\x2a\x4d\x18\x01\x00\x00\x00x" + z().compress(data))
        add("skippable alone", NO, [b"\x50\x2a\x4d\x18\x01\x00\x00\x00x", z().compress(data)])
        add("empty frame", NO, [z().compress(b""), z().compress(data)])
        add("empty frame behind", NO, [z().compress(data), z().compress(b"")], marks=(1,) if version == 2 else ())
        add("a byte behind", NO, z().compress(data) + b"\0")
        add("truncated", NO, z().compress(data)[:-1])
        add("rubbish", NO, b"rubbish!")
        raw = len(data).to_bytes(1, "little")
        block = ((len(data) << 3) | 1).to_bytes(3, "little") + data
        add("by hand", YES, b"\x28\xb5\x2f\xfd\x20" + raw + block)
        add("by hand, wrong size", NO, b"\x28\xb5\x2f\xfd\x20" + bytes([len(data) + 1]) + block)
        add("dictionary 7", NO, b"\x28\xb5\x2f\xfd\x21\x07" + raw + block)
        add("dictionary 0 in a field", OPEN, b"\x28\xb5\x2f\xfd\x21\x00" + raw + block)
        add("reserved bit", NO, b"\x28\xb5\x2f\xfd\x28" + raw + block)
        add("unused bit", OPEN, b"\x28\xb5\x2f\xfd\x30" + raw + block)
        for log in (10, 20, 21, 23, 24, 25, 27, 28, 30, 31, 32, 41):
            add(f"window 2^{log}", YES if log <= 20 else OPEN, b"\x28\xb5\x2f\xfd\x00" + bytes([(log - 10) << 3]) + block)
        add("several blocks", YES, b"\x28\xb5\x2f\xfd\x20" + raw + b"".join(
            ((1 << 3) | (i == len(data) - 1)).to_bytes(3, "little") + data[i: i + 1] for i in range(len(data))))
        add("an empty block behind", YES, b"\x28\xb5\x2f\xfd\x20" + raw + (len(data) << 3).to_bytes(3, "little") + data + b"\x01\0\0")
        add("marked chunk", NO, z().compress(data), marks=(0,))
        add("a record too many", NO, z().compress(data + b"\0"), count=4)
        add("not the shortest form", NO, z().compress(data[:-1] + bytes([data[-1] | 128, 0])))
        add("an integer without an end", NO, z().compress(data + b"\x80"), count=3)
        add("2^64 - 1", NO, z().compress(data[:-1] + b"\xff" * 9 + b"\x01"))
        add("2^64", NO, z().compress(data[:-1] + b"\x80" * 9 + b"\x02"))
        add("eleven bytes", NO, z().compress(data[:-1] + b"\xff" * 10 + b"\x01"))
        add("nothing", NO, [], count=0)
        add("bomb", NO, z().compress(bytes(50_000_000)))
        whole = z().compress(data)
        for name, expected, bytes_, count in (("length 0 with a mark", NO, (1 << 31).to_bytes(4, "little"), 3),):
            body = b"foregone certificate %d\n" % version + header + b"\n" + len(whole).to_bytes(4, "little") + whole + bytes_ + count.to_bytes(8, "little")
            cases.add(f"frame: {name}, version {version}", expected, body + blake3(body).digest())
        body = b"foregone certificate %d\n" % version + header + b"\n" + len(whole).to_bytes(4, "little") + whole + bytes(4) + (3).to_bytes(8, "little")
        cases.add(f"a byte follows the trailer, version {version}", NO, body + blake3(body).digest() + b"\0")
        cases.add(f"a byte before the hash, version {version}", NO, body + b"\0" + blake3(body + b"\0").digest())
        cases.add(f"wrong hash, version {version}", NO, body + bytes(32))
        cases.add(f"no end of chunks, version {version}", NO, (b := body[:-12] + body[-8:]) + blake3(b).digest())
        for cut in (1, 31, 32, 33, 40, 44, 60):
            cases.add(f"truncated by {cut}, version {version}", NO, (body + blake3(body).digest())[:-cut])
    # A record that begins in one chunk and ends in the next.
    many = graph({"a": "max " + "lost " * 200 + "won", **ENDS})
    file, digest = cases.graph_file(many)
    header = json.dumps({"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win", "graph": digest}).encode()
    one, two = leb128(400), leb128(800)
    cases.raw("a record in two chunks, version 1", YES, header, [one[:1], one[1:]], 1, 1)
    cases.raw("a record in two chunks, version 2", NO, header, [bytes(3) + two[:1], two[1:]], 1, 2, marks=(1,))
    cases.raw("a record in the second chunk, version 2", YES, header, [bytes(3), two], 1, 2, marks=(1,))
    cases.raw("one chunk, version 2", YES, header, [bytes(3) + two], 1, 2)
    cases.raw("choice 201 of 201", NO, header, [bytes(3) + leb128(804)], 1, 2)


def graph_files(cases):
    good = {"outcomes": ["loss", "win"], "start": "a", "nodes": {"a": {"player": "max", "moves": ["w"]}, "w": {"value": "win"}}}
    text = json.dumps(good)
    def add(name, expected, content, position="a", at_least="win", part=b"\0\0\0\0", infinite=None):
        content = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        file, digest = cases.graph_file(content)
        header = {"game": f"graph:{file}", "rules": 1, "position": position, "at_least": at_least, "graph": digest}
        if infinite:
            header["infinite"] = infinite
        cases.plain("graph file: " + name, expected, header, part, 1 if part else 0)
    add("plain", YES, text)
    add("about", YES, text[:-1] + ',"about":"x"}')
    add("about is a number", NO, text[:-1] + ',"about":1}')
    add("about is null", OPEN, text[:-1] + ',"about":null}')
    add("unknown member", NO, text[:-1] + ',"note":"x"}')
    add("start twice", NO, text[:-1] + ',"start":"a"}')
    add("a node twice", NO, text.replace('"w":', '"a": {"value": "win"}, "w":'))
    add("unknown member of a node", NO, text.replace('{"value"', '{"note": "x", "value"'))
    add("value and player", NO, text.replace('{"value"', '{"player": "max", "value"'))
    add("repetition without a cycle", YES, text[:-1] + ',"repetition":"loss"}')
    add("repetition that is no outcome, without a cycle", OPEN, text[:-1] + ',"repetition":"x"}')
    add("repetition null, without a cycle", OPEN, text[:-1] + ',"repetition":null}')
    cyclic = text.replace('"w": {', '"x": {"player": "min", "moves": ["x"]}, "w": {')
    add("cycle without repetition", NO, cyclic)
    add("cycle with repetition null", NO, cyclic[:-1] + ',"repetition":null}', infinite="loss")
    add("cycle with repetition", YES, cyclic[:-1] + ',"repetition":"loss"}', infinite="loss")
    add("no moves", NO, text.replace('"w": {', '"x": {"player": "min", "moves": []}, "w": {'))
    add("a move to nowhere", NO, text.replace('"w": {', '"x": {"player": "min", "moves": ["y"]}, "w": {'))
    add("player Max", NO, text.replace('"max"', '"Max"'))
    add("one outcome", NO, text.replace('["loss", "win"]', '["win"]'))
    add("128 outcomes", YES, text.replace('["loss", "win"]', json.dumps([*map(str, range(127)), "win"])))
    add("129 outcomes", NO, text.replace('["loss", "win"]', json.dumps([*map(str, range(128)), "win"])))
    add("an outcome twice", NO, text.replace('["loss", "win"]', '["loss", "loss", "win"]'))
    add("an outcome is a number", NO, text.replace('["loss", "win"]', '[1, "loss", "win"]'))
    add("start is no node", NO, text.replace('"start": "a"', '"start": "b"'))
    add("two moves of one name", NO, text.replace('["w"]', '["w", "w"]'))
    add("two moves to one node", YES, text.replace('["w"]', '["w", ["v", "w"]]'))
    add("a move named like another one's node", NO, text.replace('["w"]', '["w", ["w", "w"]]'))
    add("a move of one name only", NO, text.replace('["w"]', '[["w"]]'))
    add("a move of three names", NO, text.replace('["w"]', '[["w", "w", "w"]]'))
    add("a move is an object", NO, text.replace('["w"]', '[{"name": "w"}]'))
    add("the empty name", OPEN, text.replace('"a"', '""'), position="")
    add("an empty outcome", OPEN, text.replace('"loss"', '""'))
    add("a name with a line feed", OPEN, text.replace('"a"', '"a\\n"'), position="a\n")
    add("a name with a zero", OPEN, text.replace('"a"', '"a\\u0000"'), position="a\0")
    add("a name in Greek", YES, text.replace('"a"', '"\u03b1"'), position="\u03b1")
    add("a name with a direction mark", OPEN, text.replace('"a"', '"\\u202e"'), position="\u202e")
    add("the same letter composed in another way", NO, text.replace('"a"', '"\u00e9"'), position="e\u0301")
    add("half a surrogate", NO, text.replace('"a"', '"a\\ud800"'))
    add("half a surrogate in about", OPEN, text[:-1] + ',"about":"\\ud800"}')
    add("white space around", YES, "\n\t " + text + "\r\n ")
    add("BOM", NO, b"\xef\xbb\xbf" + text.encode())
    add("UTF-16", NO, text.encode("utf-16"))
    add("not UTF-8", NO, text[:-1].encode() + b',"about":"\xff"}')
    add("rubbish behind", NO, text + "x")
    add("an array", NO, "[" + text + "]")
    add("trailing comma", NO, text[:-1] + ",}")
    add("deep", NO, text[:-1] + ',"about":' + "[" * 3000 + "]" * 3000 + "}")
    add("only ends", YES, '{"outcomes":["loss","win"],"start":"w","nodes":{"w":{"value":"win"}}}', position="w", part=b"")
    add("no nodes", NO, '{"outcomes":["loss","win"],"start":"w","nodes":{}}', position="w", part=b"")
    add("nodes is an array", NO, '{"outcomes":["loss","win"],"start":"w","nodes":[]}', position="w", part=b"")
    add("value is no outcome", NO, text.replace('"value": "win"', '"value": "draw"'))
    file, digest = cases.graph_file(text.encode())
    for spelling, expected in (("sub/dir/" + file, YES), ("/" + file, YES), ("../" + file, YES), ("sub/", "unreadable"), ("", "unreadable"), (".", "unreadable"), ("..", "unreadable"),
                               ("sub\\" + file, "unreadable"), ("./" + file, YES), (file + "/", OPEN), (file + "/.", OPEN), (file + "//", OPEN), ("other.json", "unreadable")):
        cases.plain(f"graph:{spelling}", expected, {"game": f"graph:{spelling}", "rules": 1, "position": "a", "at_least": "win", "graph": digest},
                    b"\0\0\0\0", 1)
    cases.plain("graph hash in capitals", NO, {"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win", "graph": digest.upper()},
                b"\0\0\0\0", 1)
    cases.plain("graph hash too short", NO, {"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win", "graph": digest[:-1]},
                b"\0\0\0\0", 1)
    cases.plain("graph hash missing", NO, {"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win"}, b"\0\0\0\0", 1)
