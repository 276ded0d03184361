import { errorAt } from '../common/checks.ts';
import type { DocumentIssue } from '../common/checks.ts';

const suspicious = /\\u0000|\\ud[89a-f]/i;

/**
 * Findings about text that the database cannot hold: the character U+0000 and halves of surrogate pairs.
 * @param json the document as JSON text; the document is only walked when the text gives reason to
 */
export function storableText(document: unknown, json: string): readonly DocumentIssue[] {
  return suspicious.test(json) ? walk(document, '') : [];
}

function walk(value: unknown, path: string): readonly DocumentIssue[] {
  if (typeof value === 'string')
    return isStorable(value)
      ? []
      : [errorAt(path, 'text holds a character that cannot be stored (U+0000 or half a surrogate pair)')];
  if (Array.isArray(value)) return value.flatMap((entry, at) => walk(entry, `${path}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const place = path === '' ? key : `${path}.${key}`;
    return isStorable(key) ? walk(entry, place) : [errorAt(place, 'name holds a character that cannot be stored')];
  });
}

const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
