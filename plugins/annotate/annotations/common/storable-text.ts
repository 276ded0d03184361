import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import { errorAt } from './checks.ts';
import type { DocumentIssue } from './checks.ts';
import { isRecord } from './json-value.ts';

const suspicious = /\\u0000|\\ud[89a-f]/i;

/** Characters of JSON that are searched in one step, and those that a match may begin before the next one. */
const SEARCHED = 1024 * 1024;
const OVERLAP = 6;

/**
 * Finds text that the database cannot hold: the character U+0000 and halves of surrogate pairs.
 * @param json the document as JSON text; the document is only walked when the text gives reason to
 */
export function* findingUnstorable(document: unknown, json: string): Steps<readonly DocumentIssue[]> {
  for (let start = 0; start < json.length; start += SEARCHED) {
    if (suspicious.test(json.slice(start, start + SEARCHED + OVERLAP))) return yield* walkingLists(document);
    yield;
  }
  return [];
}

/** Walks a document, the entries of its lists in steps. */
function* walkingLists(document: unknown): Steps<readonly DocumentIssue[]> {
  if (!isRecord(document)) return walk(document, '');
  const issues: DocumentIssue[] = [];
  const add = (found: readonly DocumentIssue[]): void => found.forEach(issue => issues.push(issue));
  for (const [key, value] of Object.entries(document)) {
    if (!Array.isArray(value) || !isStorable(key)) add(walk({ [key]: value }, ''));
    else yield* stepping<unknown>(value, (entry, at) => add(walk(entry, `${key}[${at}]`)));
  }
  return issues;
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
