/**
 * Unpacks a frame of run lengths (DICOM PS3.5, annex G): a header of offsets, then one segment for each byte of a
 * pixel, the most significant first. Gives whole samples by planes, least significant byte first.
 */
export function decodeRunLengths(frame: Uint8Array, pixels: number, segments: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const count = frame.length < 64 ? 0 : view.getUint32(0, true);
  const planes = Array.from({ length: Math.min(count, 15) }, (_, at) => {
    const from = view.getUint32(4 + at * 4, true);
    const to = at + 1 < count ? view.getUint32(8 + at * 4, true) : frame.length;
    return unpack(frame.subarray(from, to), pixels);
  });
  const samples = segments === 3 || segments === 6 ? 3 : 1;
  const bytes = segments / samples;
  const whole = new Uint8Array(pixels * segments);
  for (let sample = 0; sample < samples; sample += 1) {
    for (let at = 0; at < pixels; at += 1) {
      for (let byte = 0; byte < bytes; byte += 1)
        whole[(sample * pixels + at) * bytes + byte] = planes[sample * bytes + (bytes - 1 - byte)]?.[at] ?? 0;
    }
  }
  return whole;
}

function unpack(segment: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let [at, to] = [0, 0];
  while (at < segment.length && to < length) {
    const head = segment[at]!;
    at += 1;
    if (head < 128) {
      const end = Math.min(head + 1, length - to, segment.length - at);
      out.set(segment.subarray(at, at + end), to);
      at += head + 1;
      to += head + 1;
    } else if (head > 128) {
      out.fill(segment[at] ?? 0, to, Math.min(length, to + 257 - head));
      at += 1;
      to += 257 - head;
    }
  }
  return out;
}
