import { expect, it } from 'vitest';
import { openCompiler } from '#tests/support/compiler.ts';
import type { BundleResult } from '../common/bundle.ts';

const modules = { '@loupe/sdk/form': { 'index.ts': 'export const send = 1;' } };
const bundle = async (files: Readonly<Record<string, string>>): Promise<BundleResult> =>
  (await openCompiler()).bundle({ entry: 'main.ts', files, modules });
const messagesOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await bundle(files)).problems.map(each => each.message);

it('should name the line and the column of what is wrong, in characters', async () => {
  expect(await bundle({ 'main.ts': 'import { x } from "./part";\nconst é = "ü", y: = 3;' })).toMatchObject({
    code: undefined,
    problems: [{ file: 'main.ts', line: 2, column: 19, severity: 'error' }],
  });
});

it('should refuse imports from elsewhere with what can be imported', async () => {
  const foreign = await bundle({
    'main.ts': 'import "./part";\n',
    'part.tsx': '\n  import lodash from "lodash";\nlodash();',
  });
  expect(foreign.problems).toEqual([
    {
      file: 'part.tsx',
      line: 2,
      column: 22,
      severity: 'error',
      message: '"lodash" cannot be imported here. What can be: @loupe/sdk/form, and own files, such as "./part.ts".',
    },
  ]);
  expect(await messagesOf({ 'main.ts': 'import "http://example.org/x.js"; await fetch("/");' })).toEqual([
    expect.stringContaining('"http://example.org/x.js" cannot be imported here.'),
    expect.stringContaining('Top-level await'),
  ]);
});

it('should name files that are not there', async () => {
  expect(
    await messagesOf({
      'main.ts': 'import "../../etc/passwd"; import "./none"; import data from "./data.json"; export { data };',
      'data.json': '{"a":1}',
    }),
  ).toEqual(['There is no file ../../etc/passwd.', 'There is no file none.']);
  expect(await messagesOf({ 'other.ts': '' })).toEqual(['There is no file main.ts to begin with.']);
});
