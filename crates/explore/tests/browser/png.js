// @ts-check
// Small pictures: screenshots with a palette of at most 256 colours, as PNG (ISO/IEC 15948).

import { deflateSync } from "node:zlib";

/** @param {Uint8Array} bytes */
function crc(bytes) {
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}

/** @param {string} kind @param {Uint8Array} data */
function chunk(kind, data) {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(kind, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** Colours whose first five bits agree are one colour. @param {number} red @param {number} green @param {number} blue */
const group = (red, green, blue) => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

/** So many frequent colours are kept as they are. */
const KEPT = 160;

/**
 * The most frequent colours, and of the others the most frequent groups, each by its most frequent colour.
 * @param {Uint8Array} pixels red, green, blue, alpha
 */
function palette(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  /** @type {Map<number, {all: number, most: number, colour: number}>} */
  const groups = new Map();
  const frequent = [...counts].sort((one, other) => other[1] - one[1]);
  for (const [colour, count] of frequent.slice(KEPT)) {
    const key = group(colour >> 16, (colour >> 8) & 255, colour & 255);
    const known = groups.get(key) ?? { all: 0, most: 0, colour };
    known.all += count;
    if (count > known.most) [known.most, known.colour] = [count, colour];
    groups.set(key, known);
  }
  const others = [...groups.values()].sort((one, other) => other.all - one.all).map(({ colour }) => colour);
  return [...frequent.slice(0, KEPT).map(([colour]) => colour), ...others].slice(0, 256);
}

/**
 * A picture with a palette.
 * @param {{width: number, height: number, pixels: Uint8Array}} picture
 */
export function png({ width, height, pixels }) {
  const colours = palette(pixels);
  /** @type {Map<number, number>} */
  const nearest = new Map();
  /** @param {number} at */
  const index = (at) => {
    const [red, green, blue] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    const key = (red << 16) | (green << 8) | blue;
    const known = nearest.get(key);
    if (known !== undefined) return known;
    const far = (/** @type {number} */ colour) => (red - (colour >> 16)) ** 2 + (green - ((colour >> 8) & 255)) ** 2 + (blue - (colour & 255)) ** 2;
    let best = 0;
    for (let place = 1; place < colours.length; place += 1) if (far(colours[place]) < far(colours[best])) best = place;
    nearest.set(key, best);
    return best;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = index(4 * (y * width + x));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("PLTE", table), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
