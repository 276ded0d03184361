const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Uint8Array(128);
for (let at = 0; at < letters.length; at += 1) values[letters.charCodeAt(at)] = at;

/** Bytes as base64 without padding. */
export function toBase64(bytes: Uint8Array): string {
  const out: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const three = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    out.push(
      letters[three >> 18]!,
      letters[(three >> 12) & 63]!,
      left > 1 ? letters[(three >> 6) & 63]! : '',
      left > 2 ? letters[three & 63]! : '',
    );
  }
  return out.join('');
}

/** The bytes of {@link toBase64}. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  for (let at = 0, to = 0; at < text.length; at += 4) {
    const four =
      (values[text.charCodeAt(at)]! << 18) |
      (values[text.charCodeAt(at + 1)]! << 12) |
      (valueAt(text, at + 2) << 6) |
      valueAt(text, at + 3);
    bytes[to++] = four >> 16;
    if (to < bytes.length) bytes[to++] = (four >> 8) & 255;
    if (to < bytes.length) bytes[to++] = four & 255;
  }
  return bytes;
}

const valueAt = (text: string, at: number): number => (at < text.length ? values[text.charCodeAt(at)]! : 0);
