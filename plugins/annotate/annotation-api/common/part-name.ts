/**
 * Longest header that names are looked for in, in characters: a name of 200 occurs in it twice, also with its letters
 * written as `%xx`.
 */
const MOST_CHARACTERS = 4096;

/**
 * Names that a part of a form may mean, most likely first. Clients write the name of an item into the header without
 * escaping it, quotes and all, or with a backslash before quotes and backslashes; name and file name are the same,
 * which shows where the first ends. A header of more than 4096 characters names nothing.
 *
 * @param disposition value of `Content-Disposition`, decoded as UTF-8
 */
export function partNames(disposition: string): readonly string[] {
  if (disposition.length > MOST_CHARACTERS) return [];
  const start = /(?:^|;)\s*name=/i.exec(disposition);
  if (start === null) return [];
  const value = disposition.slice(start.index + start[0].length).trimEnd();
  const raw = namedTwice(value) ?? unquoted(value);
  return raw === '' ? [] : [...new Set([raw, raw.replace(/\\(["\\])/g, '$1'), percentDecoded(raw)])];
}

const FILE_NAME = 'filename="';

/**
 * The name before the file name that is the same; when none is, before the last file name. Undefined without a file
 * name.
 */
function namedTwice(value: string): string | undefined {
  if (!value.startsWith('"') || !value.endsWith('"')) return undefined;
  const text = value.slice(1, -1);
  const folded = text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
  let last: string | undefined;
  for (let at = folded.lastIndexOf(FILE_NAME); at > 0; at = folded.lastIndexOf(FILE_NAME, at - 1)) {
    const before = text.slice(0, at).trimEnd();
    if (!before.endsWith('";')) continue;
    const name = before.slice(0, -2);
    if (name === text.slice(at + FILE_NAME.length)) return name;
    last ??= name;
  }
  return last;
}

function unquoted(value: string): string {
  const text = value.startsWith('"') ? value.slice(1) : value;
  return text.endsWith('"') ? text.slice(0, -1) : text;
}

/** Browsers write `%22` for a quote. */
function percentDecoded(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
