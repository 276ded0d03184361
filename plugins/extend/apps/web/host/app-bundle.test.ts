import { expect, it } from 'vitest';
import { openCompiler } from '#tests/support/compiler.ts';
import { appTemplates, filesOfTemplate } from '../../common/app-templates.ts';
import { bundleApp } from './app-bundle.ts';

it.each(appTemplates.map(each => [each.title, each] as const))('should build the template %s', async (_, template) => {
  const { code, problems } = await bundleApp(await openCompiler(), filesOfTemplate(template, 'Mine'), 'main.tsx');
  expect(problems).toEqual([]);
  expect(code).toContain('sourceMappingURL');
});

it('should name the file and line of an import that an app cannot have', async () => {
  const files = { 'main.tsx': "import lodash from 'lodash';\nlodash();\n" };
  expect(await bundleApp(await openCompiler(), files, 'main.tsx')).toMatchObject({
    code: undefined,
    problems: [
      {
        file: 'main.tsx',
        line: 1,
        message:
          '"lodash" cannot be imported here. What can be: @loupe/sdk/app, react, react-dom, react-dom/client, react/jsx-runtime, and own files, such as "./part.ts".',
      },
    ],
  });
});

it('should name an entry that is not there', async () => {
  expect(await bundleApp(await openCompiler(), { 'other.tsx': '' }, 'main.tsx')).toMatchObject({
    code: undefined,
    problems: [{ message: expect.stringContaining('There is no file main.tsx') }],
  });
});
