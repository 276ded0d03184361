import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Capability } from '#sdk/app/app-manifest.ts';
import { openSite } from '../support/browser.ts';
import { buildApp } from './app-steps.ts';
import { openSandboxPage } from './sandbox-steps.ts';

const site = openSite([{ email: 'ana@apps-runtime.test', name: 'Ana North', team: 'North' }]);

/** Builds an app, runs it, and answers what it wrote to its console until `done`. */
async function consoleOf(
  page: Page,
  files: Readonly<Record<string, string>>,
  granted: readonly Capability[],
): Promise<readonly string[]> {
  const code = await buildApp(files, 'main.tsx');
  return page.evaluate(([text, capabilities]) => window.appBench.console(text, capabilities), [code, granted] as const);
}

it('should draw with React and data of the product, be refused what it was not granted, reach nothing else, and have its faults named by file and line', async () => {
  const { page } = await openSandboxPage(site());
  const drawn = await consoleOf(
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
  expect(drawn).toEqual(['Ana light CATS,DOGS', 'rgb(255, 255, 255) light', 'done']);

  const refused = await consoleOf(
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
  expect(refused[0]).toMatch(/^true CAPABILITY_DENIED projects\.list needs the capability projects\.read/);
  expect(refused.slice(1)).toEqual(['undefined undefined undefined', 'done']);

  const fault = await consoleOf(
    page,
    {
      'main.tsx':
        "import { useEffect } from 'react';\n\nexport default function App() {\n  useEffect(() => {\n    throw new Error('broken here');\n  }, []);\n  return null;\n}\n",
    },
    [],
  ).catch((error: unknown) => String(error));
  expect(fault).toContain('broken here');
  expect(fault).toContain('"file":"main.tsx","line":5');

  expect(
    await consoleOf(page, { 'main.tsx': 'export const nothing = 1;\n' }, []).catch((error: unknown) => String(error)),
  ).toContain('neither exports a component as its default nor calls mount');
});
