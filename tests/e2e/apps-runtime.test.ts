import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Capability } from '#sdk/app/app-manifest.ts';
import { openSite } from '../support/browser.ts';
import { openSandboxPage } from './sandbox-steps.ts';

const site = openSite([{ email: 'ana@apps-runtime.test', name: 'Ana North', team: 'North' }]);
/** Builds an app, runs it, and answers what it wrote to its console until `done`. */
const consoleOf = (
  page: Page,
  files: Readonly<Record<string, string>>,
  granted: readonly Capability[],
): Promise<readonly string[]> =>
  page.evaluate(
    async ([own, capabilities]) => {
      const { code, problems } = await window.appBench.bundle(own, 'main.tsx');
      if (code === undefined) throw new Error(JSON.stringify(problems));
      return window.appBench.console(code, capabilities);
    },
    [files, granted] as const,
  );

it('should draw a component with React, give it data of the product, its theme and its events', async () => {
  const { page } = await openSandboxPage(site());
  const lines = await consoleOf(
    page,
    {
      'main.tsx': `import { useEffect, useMemo } from 'react';
import { useAppContext, useCall, useTheme } from '@loupe/sdk/app';
import { shout } from './shout';
export default function App() {
  const { data, loading } = useCall(({ projects }) => projects.list(), []);
  const { person } = useAppContext();
  const theme = useTheme();
  const names = useMemo(() => data?.projects.map(each => shout(each.name)).join(), [data]);
  useEffect(() => {
    if (loading) return;
    console.log(document.body.innerText);
    console.log(getComputedStyle(document.body).backgroundColor, document.documentElement.dataset.theme);
    console.log('done');
  }, [loading]);
  return <p>{person.name} {theme} {names ?? '…'}</p>;
}`,
      'shout.ts': 'export const shout = (text: string): string => text.toUpperCase();',
    },
    ['projects.read'],
  );
  expect(lines).toEqual(['Ana light CATS,DOGS', 'rgb(255, 255, 255) light', 'done']);
});

it('should refuse an app what it was not granted, by its capability, and reach nothing else', async () => {
  const { page } = await openSandboxPage(site());
  const lines = await consoleOf(
    page,
    {
      'main.tsx':
        "import { mount } from '@loupe/sdk/app';\nimport { late } from './late';\nmount(() => <b>hi</b>);\nvoid late();\n",
      'late.ts': `import { CallError, workbench } from '@loupe/sdk/app';
export async function late() {
  try { await workbench.projects.list(); } catch (error) { console.log(error instanceof CallError, (error as CallError).code, (error as CallError).message); }
  console.log(typeof fetch, typeof XMLHttpRequest, typeof open);
  console.log('done');
}`,
    },
    [],
  );
  expect(lines[0]).toMatch(/^true CAPABILITY_DENIED projects\.list needs the capability projects\.read/);
  expect(lines.slice(1)).toEqual(['undefined undefined undefined', 'done']);
});

it('should name the file and line of what is wrong in an app, as it is built and as it runs', async () => {
  const { page } = await openSandboxPage(site());
  const built = await page.evaluate(() =>
    window.appBench.bundle({ 'main.tsx': "import lodash from 'lodash';\nlodash();\n" }, 'main.tsx'),
  );
  expect(built).toMatchObject({
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
  expect(await page.evaluate(() => window.appBench.bundle({ 'other.tsx': '' }, 'main.tsx'))).toMatchObject({
    code: undefined,
    problems: [{ message: expect.stringContaining('There is no file main.tsx') }],
  });
  const fault = await consoleOf(
    page,
    {
      'main.tsx':
        "import { useEffect } from 'react';\n\nexport default function App() {\n  useEffect(() => {\n    throw new Error('broken here');\n  }, []);\n  return null;\n}\n",
    },
    [],
  ).catch((error: unknown) => String(error));
  expect(fault).toContain('broken here');
  expect(fault).toContain('\\"file\\":\\"main.tsx\\",\\"line\\":5'.replaceAll('\\"', '"'));
});

it('should say what is missing when an entry draws nothing', async () => {
  const { page } = await openSandboxPage(site());
  expect(
    await consoleOf(page, { 'main.tsx': 'export const nothing = 1;\n' }, []).catch((error: unknown) => String(error)),
  ).toContain('neither exports a component as its default nor calls mount');
});
