import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { buildCode } from './build-code.ts';
import { CodeSandbox } from './code-sandbox.ts';
import { stackOf } from './guest-place.ts';

const files = [
  { name: 'rules.ts', text: `import limits from './limits.json';\nexport const most = (): number => limits.most;\n` },
  { name: 'limits.json', text: '{ "most": 3 }' },
  { name: 'fails.ts', text: `export function fail(): never {\n  throw new Error('no');\n}\n` },
];

it('should bundle the files of an action, and name the places of an error in them', async () => {
  const source = `import { most } from './rules';\nimport { fail } from './fails.ts';\nexport default most();\nexport { fail };\n`;
  const built = await buildCode(source, 'made', files);
  const made = runInNewContext(`${built.code}\nmade`, {}, { filename: 'guest.js' }) as {
    readonly default: number;
    fail(): never;
  };
  expect(made.default).toBe(3);
  let stack = '';
  try {
    made.fail();
  } catch (error) {
    ({ stack } = error as { readonly stack: string });
  }
  expect(stackOf(built, stack)).toMatch(/^at .*fail \(fails\.ts:2:\d+\)/);
});

it('should bundle the packages that the product brings along', async () => {
  const source = `import { addDays, formatISO } from 'date-fns';
import { chunk } from 'lodash-es';
import Papa from 'papaparse';
import { z } from 'zod';
export default z.int().parse(3);
export const day = formatISO(addDays(new Date(2026, 1, 27), 2), { representation: 'date' });
export const rows = chunk(Papa.parse<readonly string[]>('a;b\\n"1;2";3', { delimiter: ';' }).data.flat(), 2);
export const text = Papa.unparse([{ name: 'x, y', size: 2 }]);
`;
  const { code } = await buildCode(source, 'made');
  const run = 'globalThis.runGuest = async () => JSON.stringify({ ...made });';
  const sandbox = await CodeSandbox.open({
    scripts: [
      { name: 'guest.js', text: code },
      { name: 'run.js', text: run },
    ],
    memoryMb: 64,
    timeMs: 60_000,
    host: {},
  });
  expect(await sandbox.call(null)).toMatchObject({
    result: {
      default: 3,
      day: '2026-03-01',
      rows: [
        ['a', 'b'],
        ['1;2', '3'],
      ],
      text: 'name,size\r\n"x, y",2',
    },
  });
  sandbox.close();
});

it.each([
  [
    `import { map } from 'underscore';\nmap([]);`,
    /^main\.ts, line 1: “underscore” can’t be imported.*packages date-fns, lodash-es, papaparse, zod\.$/,
  ],
  [`import zod from 'zod/../../package.json';\nzod.name;`, /^main\.ts, line 1: “zod\/.*” can’t be imported/],
  [`import { readFileSync } from 'node:fs';\nreadFileSync('/');`, /^main\.ts, line 1: “node:fs” can’t be imported/],
  [`import { x } from './other';\nx();`, /^main\.ts, line 1: “\.\/other” can’t be imported/],
  [`import { y } from '../rules';\ny();`, /^main\.ts, line 1: “\.\.\/rules” can’t be imported/],
])('should refuse %j', async (source, message) => {
  await expect(buildCode(source, 'made', files)).rejects.toMatchObject({
    code: 'CODE_INVALID',
    message: expect.stringMatching(message),
  });
});

it('should name the file and the line of what cannot be built', async () => {
  const broken = [{ name: 'rules.ts', text: 'export const a = 1;\nexport const = 2;\n' }];
  await expect(buildCode(`import './rules';`, 'made', broken)).rejects.toMatchObject({
    details: { problems: [{ file: 'rules.ts', line: 2 }] },
  });
});
