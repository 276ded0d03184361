/**
 * Names that a part of a form may mean, most likely first. Clients write the name of an item into the header without
 * escaping it, quotes and all, or with a backslash before quotes and backslashes (wire assets-annotations 4); name and
 * file name are the same, which tells where the first ends.
 *
 * @param disposition value of `Content-Disposition`, decoded as UTF-8
 */
export function partNames(disposition: string): readonly string[] {
  const both = /(?:^|;)\s*name="(.*)";\s*filename="\1"\s*$/is.exec(disposition) ?? /(?:^|;)\s*name="(.*)";\s*filename=".*"\s*$/is.exec(disposition);
  const single = /(?:^|;)\s*name="?(.*?)"?\s*$/is.exec(disposition);
  const raw = both?.[1] ?? single?.[1];
  if (raw === undefined || raw === '') return [];
  return [...new Set([raw, raw.replace(/\\(["\\])/g, '$1'), percentDecoded(raw)])];
}

/** Browsers write `%22` for a quote. */
function percentDecoded(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
