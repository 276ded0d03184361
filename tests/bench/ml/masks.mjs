import { inflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** One cell a byte: 1 inside and 0 outside, row by row. */
const blank = ({ width, height }) => new Uint8Array(width * height);

/**
 * The pixels that lie in rings (x, y, … of one object), by a program that fills outlines, apart from the product's own.
 */
export async function maskOfRings(rings, width, height) {
  const path = rings
    .map(
      ring => `M${ring.reduce((text, value, at) => `${text}${at === 0 ? '' : at % 2 === 0 ? 'L' : ','}${value}`, '')}Z`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${path}" fill="#fff" fill-rule="evenodd"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  const mask = blank({ width, height });
  for (let at = 0; at < mask.length; at++) mask[at] = data[at * info.channels] > 127 ? 1 : 0;
  return mask;
}

/** Left, top, right and bottom of what is inside; the right and bottom pixel are not. */
export function boundsOf(mask, width) {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  mask.forEach((cell, at) => {
    if (cell === 0) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  });
  return { left, top, right, bottom };
}

export function sharedOverUnion(one, other) {
  let [shared, union] = [0, 0];
  for (let at = 0; at < one.length; at++) {
    shared += one[at] & other[at];
    union += one[at] | other[at];
  }
  return union === 0 ? 1 : shared / union;
}

/**
 * The pixel farthest from the border of what is inside (chessboard distance by two passes), where a person would click.
 */
export function innermost(mask, width) {
  const height = mask.length / width;
  const far = new Uint16Array(mask.length);
  const at = (x, y) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : far[y * width + x]);
  const pass = (y, x, ahead) => {
    if (mask[y * width + x] === 0) return;
    const near = ahead
      ? [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1), at(x + 1, y - 1)]
      : [at(x + 1, y), at(x, y + 1), at(x + 1, y + 1), at(x - 1, y + 1), far[y * width + x] - 1];
    far[y * width + x] = Math.min(...near) + 1;
  };
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pass(y, x, true);
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) pass(y, x, false);
  let best = 0;
  for (let place = 1; place < far.length; place++) if (far[place] > far[best]) best = place;
  return { x: (best % width) + 0.5, y: Math.floor(best / width) + 0.5, reach: far[best] };
}

/** Returns the next click of a person who corrects: the middle of the largest error, and whether it belongs. */
export function nextClick(found, truth, width) {
  const missing = innermost(
    truth.map((cell, at) => cell & (found[at] ^ 1)),
    width,
  );
  const wrong = innermost(
    found.map((cell, at) => cell & (truth[at] ^ 1)),
    width,
  );
  return missing.reach >= wrong.reach ? { x: missing.x, y: missing.y, label: 1 } : { x: wrong.x, y: wrong.y, label: 0 };
}

/** A candidate's cells on the whole picture. The runs are read here again, as the description of the API says. */
export function maskOfCandidate({ x, y, height, runs }, step, size) {
  const packed = inflateRawSync(Buffer.from(runs, 'base64'));
  let place = 0;
  const take = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = packed[place++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const mask = blank(size);
  let above = [];
  for (let row = 0; row < height; row++) {
    const head = take();
    const columns = [];
    for (let at = 0; at < (head & ~1); at++) {
      const value = take();
      columns.push((head & 1) === 1 ? above[at] + ((value >>> 1) ^ -(value & 1)) : (columns[at - 1] ?? 0) + value);
    }
    above = columns;
    for (let at = 0; at + 1 < columns.length; at += 2) {
      for (let line = (y + row) * step; line < Math.min((y + row + 1) * step, size.height); line++) {
        mask.fill(
          1,
          line * size.width + (x + columns[at]) * step,
          line * size.width + Math.min((x + columns[at + 1]) * step, size.width),
        );
      }
    }
  }
  return mask;
}
