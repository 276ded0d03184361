import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const ME = 'tests/layers/plain-words.test.ts';

/** Words that are in no source file, and what we write instead. */
const BANNED: readonly (readonly [word: RegExp, cure: string])[] = [
  [/\banew\b/gi, 'again, over, re…'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix, edit'],
  [/\b(?:lend|lent)\b/gi, 'the name of what it does'],
  [/\b\w*(?:Desk|Carrying)\b|\b(?:carrying|\w+(?<!to)Ground)\b/g, 'Controller, Store, Migration'],
  [/\btold\b/gi, 'reported, sent, listed'],
  [/\btells?\b/gi, 'report, send, notify, show; distinguish from'],
  [/\bheard\b/gi, 'received, calls, messages'],
  [/\bmeant\b/gi, 'the noun of what it is: match, selected, expected'],
  [/\bstands? (?:here|there|in|on|for|at|above|below|beside|before|behind)\b/gi, 'is, is at; names, is replaced by'],
  [/\b(?:he|she|him|her|his|himself|herself)\b/g, 'they, them, their'],
  [/\bstandings?\b|\bstanding(?:As|Of)\b/g, 'membership, access, state; existing, current'],
  [/\b(?:const|let|readonly|this\.|#)\s*#?room\b|\broom[A-Z]\w*|\broomy\b|\w+Room\b/g, 'quota, free, space, capacity'],
  [/\b[bB]ring(?:Api|Report|Finding|Manner|Preview|Target|Undo|In)\w*|\b(?:read|kept)Bringing\b/g, 'copyOrMove'],
  [/\bunless[A-Z]\w*|\b(?:shortMemory|openGround|oneAhead)\b/gi, 'the standard term'],
  [
    /\((?:spec \d|formats? \d|formats,|wire,|wire [a-z-]+ \d|not-shown|architecture,|roles-permissions|security[ ,]+(?:section )?\d)|\bspec \d+:/gi,
    'the fact itself',
  ],
  [/\/\*\*\s+(?:\* )?(?:What|How|Where|Whether|Who|Which)\b/g, 'a verb for functions, a noun for types and values'],
];

/** Words that should go, and how often they are left. A number may only get smaller. */
const LEFT: readonly (readonly [word: RegExp, most: number])[] = [[/\bbrought\b/gi, 7]];

const files = execFileSync('git', ['ls-files', '--', 'core', 'plugins', 'sdk', 'tests', 'examples'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 24,
})
  .split('\n')
  .filter(each => /\.(?:m?tsx?|mjs|css)$/.test(each) && each !== ME);
const sources = files.map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));

it('should read more than a few files', () => expect(sources.length).toBeGreaterThan(2000));

it.each(BANNED)('should write nowhere %s', (word, cure) => {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(word)].map(
      each => `${file}:${text.slice(0, each.index).split('\n').length}: ${each[0]} → ${cure}`,
    ),
  );
  expect(found).toEqual([]);
});

it.each(LEFT)('should write %s no more often than before', (word, most) => {
  const count = sources.reduce((sum, { text }) => sum + [...text.matchAll(word)].length, 0);
  expect(count).toBeLessThanOrEqual(most);
});
