import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** A stored form without the values of its secure variables, which never leave the server, and those values by name. */
export function takeSecureValues(document: JsonRecord): {
  readonly document: JsonRecord;
  readonly values: ReadonlyMap<string, string>;
  readonly names: readonly string[];
} {
  const { environments } = document;
  const values = new Map<string, string>();
  const names: string[] = [];
  if (!Array.isArray(environments)) return { document, values, names };
  const open: readonly unknown[] = environments.map((each: unknown) => {
    if (!isRecord(each) || each['secure'] !== true || typeof each['name'] !== 'string') return each;
    names.push(each['name']);
    const { value } = each;
    if (value === undefined || value === null || value === '') return each;
    values.set(each['name'], typeof value === 'string' ? value : JSON.stringify(value));
    return { ...each, value: '' };
  });
  return { document: values.size === 0 ? document : { ...document, environments: open }, values, names };
}
