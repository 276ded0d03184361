/** Most entries an archive may have. */
export const entryLimit = 500_000;

/** Most bytes an archive may unpack to. */
export const unpackedLimit = 256 * 1024 ** 3;
/** Files larger than this, in bytes, must not unpack to more than `ratioLimit` times their size in the archive. */
export const ratioFrom = 4 * 1024 ** 2;
export const ratioLimit = 150;

/** Why an entry of an archive must not be unpacked, or undefined. */
export function entryProblem(path: string): string | undefined {
  if (path === '' || path.includes('\0')) return 'A file in the archive has no valid name.';
  if (path.startsWith('/') || path.startsWith('\\') || /^[a-z]:/i.test(path)) return `${path} is an absolute path.`;
  if (path.split(/[/\\]/).includes('..')) return `${path} leads out of the archive.`;
  if (path.includes('\\')) return `${path} contains a backslash.`;
  return undefined;
}

/** Files that systems put beside others and nobody means: `.DS_Store`, `__MACOSX/…`, `Thumbs.db`. */
export const isLitter = (path: string): boolean =>
  path.split('/').some(part => part.startsWith('.') || part === '__MACOSX') ||
  /(?:^|\/)(?:Thumbs\.db|desktop\.ini)$/.test(path);

/** Archives whose images can be unpacked. */
export const isArchiveName = (name: string): boolean => /\.(zip|tar|tar\.gz|tgz)$/i.test(name);

/** Their endings for the `accept` attribute of a file field. */
export const archiveExtensions: readonly string[] = ['.zip', '.tar', '.tgz', '.gz'];
