const isLittleEndian = ([first, second]: Uint8Array): boolean => first === 0xff && second === 0xfe;
const isBigEndian = ([first, second]: Uint8Array): boolean => first === 0xfe && second === 0xff;

/** True for bytes whose byte order mark says that they are UTF-16, as some spreadsheets and Windows tools write it. */
export const isUtf16 = (bytes: Uint8Array): boolean => isLittleEndian(bytes) || isBigEndian(bytes);

/** Returns bytes as a text that keeps its byte order mark: UTF-8, unless the mark says UTF-16. */
export function decodedText(bytes: Uint8Array): string {
  const encoding = isLittleEndian(bytes) ? 'utf-16le' : isBigEndian(bytes) ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}
