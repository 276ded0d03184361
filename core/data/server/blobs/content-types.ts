/** Types a browser may show. All others, above all HTML and SVG that could run scripts, are served as plain bytes. */
const SHOWN: ReadonlySet<string> = new Set([
  'application/json',
  'application/pdf',
  'application/zip',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'text/csv',
  'text/plain',
  'video/mp4',
  'video/mpeg',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
]);

/** The content type to send for a stored one. Texts are UTF-8. */
export function servedType(type: string): string {
  const bare = type.split(';')[0]!.trim().toLowerCase();
  if (!SHOWN.has(bare)) return 'application/octet-stream';
  return bare.startsWith('text/') ? `${bare}; charset=utf-8` : bare;
}

/**
 * A Content-Disposition for a file name in any script (RFC 6266, RFC 8187): a plain name for old clients and the true
 * one beside it. What may be shown is shown; plain bytes are downloaded.
 */
export function disposition(name: string, served: string): string {
  const kind = served === 'application/octet-stream' || served === 'application/zip' ? 'attachment' : 'inline';
  // By way of UTF-8, a half of a surrogate pair becomes the replacement character instead of an error.
  const clean = Buffer.from(name.replace(/[\p{Cc}/\\]/gu, '_')).toString() || 'file';
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_');
  const true8 = encodeURIComponent(clean).replace(
    /['()*]/g,
    each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${true8}`;
}
