/** Why bytes are no text. */
export class UnreadableText extends Error {}

/**
 * The text of a file as places in it are counted: UTF-8, without byte order mark, every line end a line feed (formats, text).
 * @throws UnreadableText when the bytes are not UTF-8, with what they seem to be
 */
export function readText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw new UnreadableText('The file is encoded as UTF-16. Save it as UTF-8.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableText('The file is not encoded as UTF-8. Save it as UTF-8.');
  }
  return text.replaceAll(/\r\n?/g, '\n');
}
