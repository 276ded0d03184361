import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { FirstProject } from './first-project.tsx';

beforeAll(() => {
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
});
let root: Root | undefined;
afterEach(() => act(async () => root?.unmount()));

async function textAt(address: string): Promise<string> {
  const host = document.createElement('div');
  root = createRoot(host);
  await act(async () =>
    root!.render(
      <MantineProvider>
        <MemoryRouter initialEntries={[address]}>
          <FirstProject teamId={4} />
        </MemoryRouter>
      </MantineProvider>,
    ),
  );
  expect(host.querySelector('a')?.getAttribute('href')).toBe('/t/4/projects/new');
  return host.textContent;
}

it('should greet people who arrive from sign-up', async () => {
  expect(await textAt('/t/4/projects?fromSignUp=1')).toContain('Welcome to Loupe');
});

it('should invite everyone else to create the first project only', async () => {
  const text = await textAt('/t/4/projects');
  expect(text).toContain('Create your first project');
  expect(text).not.toContain('Welcome');
});
