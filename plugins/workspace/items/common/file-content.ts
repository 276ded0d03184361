import { extensionOf, sniffMediaType } from './media-kinds.ts';

/** Content of a file, as far as a screen shows it differently. `table` is CSV and the like; `file` is anything else. */
export type ContentKind = 'image' | 'pdf' | 'dicom' | 'audio' | 'video' | 'html' | 'text' | 'table' | 'file';

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  bmp: 'image/bmp',
  gif: 'image/gif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  weba: 'audio/webm',
  txt: 'text/plain',
  md: 'text/plain',
  log: 'text/plain',
  json: 'application/json',
  jsonl: 'text/plain',
  xml: 'text/plain',
  yaml: 'text/plain',
  yml: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'text/html',
  pdf: 'application/pdf',
  dcm: 'application/dicom',
  dicom: 'application/dicom',
};

/** Media type of a file by the ending of its name; plain bytes for an ending that says nothing. */
export function mediaTypeOfName(name: string): string {
  const ending = extensionOf(name);
  return Object.hasOwn(types, ending) ? types[ending]! : 'application/octet-stream';
}

/** Bytes from the beginning that `mediaTypeOfFile` wants to see. */
export const headLength = 256;

/** Types whose files always begin with a signature: without it the name is wrong. */
const signed: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'image/bmp',
  'image/gif',
  'application/pdf',
]);

/** Media type of a file by its first bytes, and by its name where they are ambiguous. */
export function mediaTypeOfFile(name: string, firstBytes: Uint8Array): string {
  if (String.fromCharCode(...firstBytes.subarray(128, 132)) === 'DICM') return 'application/dicom';
  const named = mediaTypeOfName(name);
  const found = sniffMediaType(firstBytes);
  // A container shows no more than that it is one: its name says what is in it.
  if (found === 'video/mp4' || found === 'video/webm') return /^(video|audio)\//.test(named) ? named : found;
  if (found === undefined) return signed.has(named) ? 'application/octet-stream' : named;
  return found === 'image/svg+xml' && named !== 'application/octet-stream' ? named : found;
}

/** Returns the content of an item, by the type of its file and, where that is unknown, by its name. */
export function contentKindOf(mime: string | null, name: string): ContentKind {
  const type = mime === null || mime === 'application/octet-stream' ? mediaTypeOfName(name) : mime;
  // An SVG drawing may hold scripts and addresses as a page may.
  if (type === 'text/html' || type === 'image/svg+xml') return 'html';
  if (type === 'application/pdf') return 'pdf';
  if (type === 'application/dicom') return 'dicom';
  if (type === 'text/csv' || type === 'text/tab-separated-values') return 'table';
  if (type.startsWith('text/') || type === 'application/json') return 'text';
  const [family] = type.split('/');
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file';
}
