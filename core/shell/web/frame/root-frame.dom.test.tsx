// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { Container } from 'inversify';
import { useState } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ConfirmHost, useLeaveQuestion, usePageName, usePagePlace } from '#core/ui/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import type { Titled } from './root-frame.tsx';
import { RootFrame } from './root-frame.tsx';

let root: Root;
let teams: TeamStore;
let router: ReturnType<typeof createMemoryRouter>;

const openTeam = (name: string): void => teams.open({ id: 4, name } as Team);

function Item(): JSX.Element {
  const [name, setName] = useState('cat.png');
  usePageName(name);
  usePagePlace('Cats');
  return <button onClick={() => setName('dog.png')}>Rename</button>;
}

/** Two forms side by side, of which either may be changed. */
function Forms(): JSX.Element {
  return (
    <>
      <Form name="first" />
      <Form name="second" />
      <Link to="/t/4/list">Leave</Link>
    </>
  );
}

function Form({ name }: { readonly name: string }): JSX.Element {
  const [dirty, setDirty] = useState(false);
  useLeaveQuestion(dirty);
  return <button onClick={() => setDirty(!dirty)}>{name}</button>;
}

const titled = (page: string): { readonly handle: Titled } => ({ handle: { page } });

beforeEach(() => {
  stubMatchMedia();
  document.title = 'Loupe';
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
  teams = new TeamStore(new Transport());
  openTeam('Alpha');
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  router = createMemoryRouter(
    [
      {
        element: <RootFrame />,
        children: [
          {
            handle: { frame: 'Administration' } satisfies Titled,
            children: [{ path: '/admin/users', ...titled('Users'), element: <p>Users</p> }],
          },
          { path: '/t/:teamId/list', ...titled('Projects'), element: <p>Projects</p> },
          { path: '/t/:teamId/item', ...titled('Item'), element: <Item /> },
          { path: '/t/:teamId/forms', ...titled('Forms'), element: <Forms /> },
        ],
      },
    ],
    { initialEntries: ['/t/4/list'] },
  );
  root.render(
    <MantineProvider>
      <ConfirmHost />
      <PluginScope container={container}>
        <RouterProvider router={router} />
      </PluginScope>
    </MantineProvider>,
  );
});
afterEach(() => root.unmount());

const isTitled = (title: string): Promise<void> => vi.waitFor(() => expect(document.title).toBe(title));
const press = async (name: string): Promise<void> =>
  vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(each => each.textContent === name);
    expect(found, name).toBeDefined();
    found!.click();
  });

it('should title the tab by page and team, and follow navigation and a new name of the team', async () => {
  await isTitled('Projects · Alpha · Loupe');
  openTeam('Beta');
  await isTitled('Projects · Beta · Loupe');
  await router.navigate('/admin/users');
  await isTitled('Users · Administration · Loupe');
});

it('should title the tab by the item and the project that a page names, until it is left', async () => {
  await router.navigate('/t/4/item');
  await isTitled('cat.png · Cats · Loupe');
  await press('Rename');
  await isTitled('dog.png · Cats · Loupe');
  await router.navigate('/t/4/list');
  await isTitled('Projects · Alpha · Loupe');
});

it('should ask before leaving while any form of the page has changes, and only then', async () => {
  const at = (path: string): Promise<void> => vi.waitFor(() => expect(router.state.location.pathname).toBe(path));
  const asked = (): boolean => document.body.textContent.includes('Unsaved changes');
  await router.navigate('/t/4/forms');
  for (const form of ['first', 'second']) {
    await press(form);
    await press('Leave');
    await vi.waitFor(() => expect(asked()).toBe(true));
    expect(router.state.location.pathname).toBe('/t/4/forms');
    await press('Cancel');
    await vi.waitFor(() => expect(asked()).toBe(false));
    await press(form);
  }
  await press('Leave');
  await at('/t/4/list');
  expect(asked()).toBe(false);
});
