import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import dictionary from 'dictionary-en-gb';
import nspell from 'nspell';
import { expect, it } from 'vitest';
import { codeTexts } from './code-texts.ts';
import { webFiles, wordsOf, writtenTexts } from './screen-texts.ts';
import { OWN_WORDS } from './own-words.ts';

const root = join(import.meta.dirname, '../..');
const files = webFiles(root);
const modules = files.filter(each => each.endsWith('/web/messages.ts'));
const texts = files.filter(each => !modules.includes(each)).map(each => writtenTexts(root, each));

/** Texts of code that name what the server stores, and titles that are the values of a type. */
const STORED: ReadonlySet<string> = new Set([
  'plugins/annotate/form/web/properties/properties-panel.tsx: Content',
  'plugins/annotate/form/web/properties/properties-panel.tsx: Model',
  'plugins/annotate/form/web/properties/properties-panel.tsx: Rows',
  'plugins/annotate/form/web/properties/properties-panel.tsx: Answer',
  'plugins/annotate/form/web/properties/properties-panel.tsx: Look',
  'plugins/manage/scores/web/panels/field-panel.tsx: Annotator',
]);

it('should take texts on screen from modules of messages', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(texts.flatMap(each => each.alone).map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

it('should take texts of code from modules of messages', () => {
  const found = files.filter(each => !modules.includes(each)).flatMap(each => codeTexts(root, each));
  const named = found.filter(({ at, text }) => !STORED.has(`${at.replace(/:\d+$/, '')}: ${text}`));
  expect(named.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

it('should not write sentences around markup or values', () => {
  expect(texts.flatMap(each => each.mixed).map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

it('should use every message', () => {
  const unused = modules.flatMap(path => {
    const folder = path.slice(0, -'messages.ts'.length);
    const all = files.filter(each => each.startsWith(folder) && each !== path);
    const source = all.map(each => readFileSync(join(root, each), 'utf8')).join('\n');
    const used = new Set(
      [...source.matchAll(/\b(?:messages|texts)\s*\.(\w+)\s*\.(\w+)/g)].map(([, group, key]) => `${group}.${key}`),
    );
    return keysOf(readFileSync(join(root, path), 'utf8')).flatMap(key => (used.has(key) ? [] : [`${path}: ${key}`]));
  });
  expect(unused).toEqual([]);
});

it('should spell every word of the messages', () => {
  const spelling = nspell({ aff: Buffer.from(dictionary.aff), dic: Buffer.from(dictionary.dic) });
  for (const word of OWN_WORDS) spelling.add(word);
  const words = new Map<string, string>();
  for (const path of modules)
    for (const word of wordsOf(readFileSync(join(root, path), 'utf8'), path)) words.set(word, path);
  expect(words.size).toBeGreaterThan(1000);
  // The dictionary knows "organise" only; we write "organize", as Oxford does.
  const isRight = (word: string): boolean =>
    spelling.correct(word) || spelling.correct(word.replace(/iz(?=(e|ed|er|ers|es|ing|ation|ations|able)$)/, 'is'));
  const wrong = [...words].filter(([word]) => !/^\p{Lu}{2,}s?$/u.test(word) && !isRight(word));
  expect(wrong.map(([word, path]) => `${word} (${path})`)).toEqual([]);
});

/** Keys of a formatted module as `group.key`. */
function keysOf(source: string): readonly string[] {
  let group = '';
  return source.split('\n').flatMap(line => {
    const [, opened, rest] = /^ {2}(\w+): \{(.*)$/.exec(line) ?? [];
    if (opened !== undefined) {
      group = opened;
      return [...(rest ?? '').matchAll(/(?:^|, )\s*(\w+): (?=['"(`])/g)].map(([, key]) => `${group}.${key}`);
    }
    const key = /^ {4}(\w+):/.exec(line)?.[1];
    return key === undefined ? [] : [`${group}.${key}`];
  });
}
