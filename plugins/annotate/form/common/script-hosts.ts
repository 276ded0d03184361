import { originOf } from '#core/base/common/index.ts';

/** Most hosts of a form. */
export const mostHosts = 50;

/** The hosts of a stored form (`meta.hosts`) as origins; what is none is left out. */
export function scriptOrigins(hosts: unknown): ReadonlySet<string> {
  return new Set(
    (Array.isArray(hosts) ? hosts : [])
      .slice(0, mostHosts)
      .flatMap(each => (typeof each === 'string' ? (originOf(each) ?? []) : [])),
  );
}

const VARIABLE = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** Names in double braces. */
export const namesIn = (text: string): readonly string[] => [...text.matchAll(VARIABLE)].map(found => found[1]!);

/** The text with the values of the names that have one; the others stay as they are written. */
export const fillNames = (
  text: string,
  values: ReadonlyMap<string, string>,
  encode: (value: string) => string = value => value,
): string => text.replaceAll(VARIABLE, (whole, name: string) => (values.has(name) ? encode(values.get(name)!) : whole));
