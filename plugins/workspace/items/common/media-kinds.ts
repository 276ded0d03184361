/** Media types of images that projects of the image family take, with their file endings. */
export const imageKinds = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ImageMediaType = keyof typeof imageKinds;

const typeOfExtension: ReadonlyMap<string, ImageMediaType> = new Map(
  (Object.keys(imageKinds) as ImageMediaType[]).flatMap(type =>
    imageKinds[type].map(extension => [extension, type] as const),
  ),
);

/** The endings for the `accept` attribute of a file field. */
export const imageExtensions: readonly string[] = [...typeOfExtension.keys()].map(extension => `.${extension}`);

/** The ending of a file name in lower case without its dot, '' when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The image media type that a file name promises, undefined for other endings. */
export const imageTypeOfName = (name: string): ImageMediaType | undefined => typeOfExtension.get(extensionOf(name));

/** Bytes that `sniffMediaType` wants to see at least; fewer are fine for short files. */
export const sniffLength = 64;

const signatures: readonly (readonly [type: string, offset: number, bytes: readonly number[]])[] = [
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/tiff', 0, [0x49, 0x49, 0x2a, 0x00]],
  ['image/tiff', 0, [0x4d, 0x4d, 0x00, 0x2a]],
  ['image/tiff', 0, [0x49, 0x49, 0x2b, 0x00]],
  ['image/tiff', 0, [0x4d, 0x4d, 0x00, 0x2b]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['application/pdf', 0, [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['application/zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['application/zip', 0, [0x50, 0x4b, 0x05, 0x06]],
  ['application/gzip', 0, [0x1f, 0x8b]],
  ['application/x-7z-compressed', 0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['application/vnd.rar', 0, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['image/heic', 4, [0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69]],
  ['image/avif', 4, [0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66]],
  ['video/mp4', 4, [0x66, 0x74, 0x79, 0x70]],
  ['video/webm', 0, [0x1a, 0x45, 0xdf, 0xa3]],
];

const matches = (bytes: Uint8Array, offset: number, expected: readonly number[]): boolean =>
  expected.every((value, at) => bytes[offset + at] === value);
const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

function isBmp(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 2) !== 'BM' || bytes.length < 18) return false;
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(14, true);
  return header === 12 || (header >= 40 && header <= 124);
}

/**
 * The media type of a file by its first bytes (64 are enough), whatever its name says. Knows the images we take and
 * the files people mistake for them; undefined when the bytes are nothing known.
 */
export function sniffMediaType(bytes: Uint8Array): string | undefined {
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (isBmp(bytes)) return 'image/bmp';
  const found = signatures.find(([, offset, expected]) => matches(bytes, offset, expected));
  if (found) return found[0];
  return /^(?:\uFEFF|ï»¿)?\s*<(?:\?xml|svg|!doctype svg)/i.test(ascii(bytes, 0, sniffLength))
    ? 'image/svg+xml'
    : undefined;
}

/** True for a media type that projects of the image family take. */
export const isImageMediaType = (type: string | undefined): type is ImageMediaType =>
  type !== undefined && Object.hasOwn(imageKinds, type);

const words: Readonly<Record<string, string>> = {
  'application/zip': 'a zip archive',
  'application/gzip': 'a gzip archive',
  'application/x-7z-compressed': 'a 7z archive',
  'application/vnd.rar': 'a rar archive',
  'application/pdf': 'a PDF',
  'image/gif': 'a GIF',
  'image/heic': 'a HEIC photo',
  'image/avif': 'an AVIF image',
  'image/svg+xml': 'an SVG drawing',
  'video/mp4': 'a video',
  'video/webm': 'a video',
};

/** Why a file can't be an item of an image project; the code is one of the catalogue. */
export interface MediaProblem {
  readonly code: 'TYPE_NOT_SUPPORTED';
  readonly message: string;
}

/**
 * Checks an uploaded image by its name and first bytes. The ending must be one that image projects take and the
 * content must be such an image; a PNG called .jpg is fine, a zip called .jpg is not.
 *
 * @param projectTypeName what the screen calls the project type, for the text (`Vector`)
 */
export function imageProblem(name: string, bytes: Uint8Array, projectTypeName: string): MediaProblem | undefined {
  const code = 'TYPE_NOT_SUPPORTED';
  if (imageTypeOfName(name) === undefined) {
    const extension = extensionOf(name);
    const what = extension === '' ? 'Files without an ending' : `.${extension} files`;
    return { code, message: `${what} aren't supported in ${projectTypeName} projects.` };
  }
  const content = sniffMediaType(bytes);
  if (isImageMediaType(content)) return undefined;
  if (bytes.length === 0) return { code, message: `${name} is empty.` };
  const what = content === undefined ? 'not an image that can be read' : (words[content] ?? content);
  return { code, message: `${name} is ${what}. Use ${imageExtensions.join(', ')}.` };
}
