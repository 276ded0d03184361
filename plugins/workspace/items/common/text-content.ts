/** Why bytes are no text. */
export class UnreadableText extends Error {}

/**
 * The text of a file as places in it are counted: UTF-8, without byte order mark, every line end a line feed.
 * @throws UnreadableText when the bytes are not UTF-8, with what they seem to be or the first byte that is none
 */
export function readText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new UnreadableText('The file is encoded as UTF-16. Save it as UTF-8.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableText(
      `The file is not encoded as UTF-8: byte ${(firstInvalidByte(bytes) + 1).toLocaleString('en')} is not valid. Save it as UTF-8.`,
    );
  }
  const control = text.indexOf('\0');
  if (control >= 0)
    throw new UnreadableText(`The file is not plain text: character ${(control + 1).toLocaleString('en')} is a null.`);
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Unicode code points of a text: what `contentLength` counts. */
export function codePointCount(text: string): number {
  let count = text.length;
  for (let unit = 1; unit < text.length; unit += 1) {
    if ((text.charCodeAt(unit) & 0xfc00) === 0xdc00 && (text.charCodeAt(unit - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}

/** Place of the byte at which a file stops being UTF-8. */
function firstInvalidByte(bytes: Uint8Array): number {
  let [valid, broken] = [0, bytes.length];
  const holds = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (valid < broken - 1) {
    const middle = (valid + broken) >> 1;
    if (holds(middle)) valid = middle;
    else broken = middle;
  }
  return valid;
}
