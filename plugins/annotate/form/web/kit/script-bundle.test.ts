import { expect, it } from 'vitest';
import { openCompiler } from '#tests/support/compiler.ts';
import { scriptBundle } from './script-bundle.ts';

it('should have loops of scripts stopped after two seconds', async () => {
  const { code, problems } = await (
    await openCompiler()
  ).bundle(
    scriptBundle([
      ['__init__', "import { form } from '@loupe/sdk/form';\nform.on('a', 'click', () => { for (;;); });"],
    ]),
  );
  expect(problems).toEqual([]);
  expect(code).toContain('The code ran longer than 2 s without a pause');
});

it('should name the script and the line of what does not compile', async () => {
  const scripts = [
    ['__init__', "import './sums';"],
    ['sums', "\nimport fs from 'fs';\nfs.stat();"],
  ] as const;
  expect((await (await openCompiler()).bundle(scriptBundle(scripts))).problems).toMatchObject([
    { file: 'sums.ts', line: 2, message: expect.stringContaining('"fs" cannot be imported here.') },
  ]);
});
