import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { exchangeFormats } from '../exchange/format-table.ts';

export const { brat, conll, prodigy } = exchangeFormats;
export const data = '../shared/data/text';
export const load = (folder: string, named = /./): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(data, folder))
      .filter(name => named.test(name))
      .map(name => [name, readFileSync(join(data, folder, name), 'utf8')]),
  );
export const instancesOf = (document: JsonRecord | undefined): readonly JsonRecord[] =>
  document!['instances'] as readonly JsonRecord[];
export const entities = (document: JsonRecord | undefined): readonly JsonRecord[] =>
  instancesOf(document).filter(each => each['type'] === 'entity');
export const placesOf = (document: JsonRecord | undefined): unknown =>
  entities(document).map(({ start, end }) => [start, end]);
export const marked = (document: JsonRecord | undefined, text: string): readonly (readonly [unknown, string])[] =>
  entities(document).map(({ className, start, end }) => [
    className,
    Array.from(text).slice(Number(start), Number(end)).join(''),
  ]);
