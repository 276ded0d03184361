import { contentKindOf, mediaTypeOfFile } from './file-content.ts';

/** Kinds that are shown inside of an item. */
const MEDIA: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'pdf']);
const SVG = 'image/svg+xml';

/** The last part of an address' path, as a file name. */
export function nameOfAddress(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'file';
  } catch {
    return last || 'file';
  }
}

/**
 * The media type of a file of another host: by its first bytes, else by the name in its address, else by what the host
 * says where that is a sound or a film, which no browser runs. A host that says a page is a picture is not believed.
 *
 * @param declared the Content-Type header of the answer
 */
export function outsideType(url: string, firstBytes: Uint8Array, declared: string | undefined): string {
  const found = mediaTypeOfFile(nameOfAddress(url), firstBytes);
  const said = declared?.split(';')[0]!.trim().toLowerCase() ?? '';
  if (found !== 'application/octet-stream') return found;
  return /^(?:audio|video)\/[a-z0-9.+-]+$/.test(said) ? said : found;
}

/** True for what may be shown inside of an item. */
export const isShownMedia = (type: string): boolean => type === SVG || MEDIA.has(contentKindOf(type, ''));

/** A drawing may hold scripts: it is shown as a picture, and never opened as a page of ours. */
export const isDrawing = (type: string): boolean => type === SVG;
