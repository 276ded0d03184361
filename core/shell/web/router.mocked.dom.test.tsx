// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { Container } from 'inversify';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { FaultReporter, menuLinks, PluginScope } from '#core/kernel/web/index.ts';
import type { WebPluginHost } from '#core/kernel/web/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { buildRouter } from './router.tsx';
import type { Workbench } from './workbench.ts';

vi.mock('./frame/workspace-frame.tsx', async () => ({ WorkspaceFrame: (await import('react-router-dom')).Outlet }));

const NO_RIGHT = 'You don’t have access to this';
const notes = {
  id: 'notes',
  title: 'Notes',
  routes: {
    list: { path: '/t/:teamId/notes', title: 'Notes', access: 'CreateProject', icon: 'star' },
    ofProject: { path: '/t/:teamId/p/:projectId/notes', title: 'Notes', access: 'UpdateProject', icon: 'star' },
    ofOrganization: { path: '/org/:organizationId/notes', title: 'Notes', access: 'ManageOrganization', icon: 'star' },
  },
} satisfies Manifest;

let root: Root;
let teams: TeamStore;
let opened = 0;
beforeEach(() => {
  stubMatchMedia();
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
  teams = new TeamStore(new Transport());
});
afterEach(() => root.unmount());

/** Opens a page for a member of team 4, of organization 9, with these rights in the team. */
function open(path: string, ...actions: readonly string[]): void {
  const team = {
    id: 4,
    name: 'Alpha',
    organization: { id: 9 },
    accesses: { actions, action_groups: [] },
  } as unknown as Team;
  teams.state.teams = [team];
  teams.open(team);
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  container.bind(FaultReporter).toConstantValue({ report: () => undefined } as never);
  const workbench = {
    host: {
      state: { enabled: [notes] },
      activate: async () => undefined,
      page: async (_: string, name: string) => () => <p>Page {name}</p>,
      container: () => container,
      menu: () => [{ id: 'notes.list', title: 'Notes', order: 0, access: 'CreateProject', path: '/t/:teamId/notes' }],
    },
    teams,
    state: { teamId: 4 },
    hooks: { navigating: { promise: async () => undefined } },
  } as unknown as Workbench;
  history.replaceState(undefined, '', path);
  root.render(
    <MantineProvider>
      <PluginScope container={container}>
        <RouterProvider key={(opened += 1)} router={buildRouter(workbench)} />
      </PluginScope>
    </MantineProvider>,
  );
}

const shows = (text: string): Promise<void> => vi.waitFor(() => expect(document.body.textContent).toContain(text));

it('should open a page of the team to who has its right, and say to others that it is missing', async () => {
  open('/t/4/notes', 'CreateProject');
  await shows('Page list');
  open('/t/4/notes', 'UpdateProject');
  await shows(NO_RIGHT);
  expect(document.body.textContent).not.toContain('Page list');
});

it.each(['/', '/t/4', '/t/4/'])('should lead from %s to the first page of the menu', async path => {
  open(path, 'CreateProject');
  await shows('Page list');
  expect(location.pathname).toBe('/t/4/notes');
});

it('should ask for the right of a page in its project once the project is open', async () => {
  open('/t/4/p/7/notes');
  await shows('Page ofProject');
  teams.setProject({ id: 7, actions: ['ViewItem'], action_groups: [] });
  await shows(NO_RIGHT);
  expect(document.body.textContent).not.toContain('Page ofProject');
  teams.setProject(undefined);
  await shows('Page ofProject');
  teams.setProject({ id: 7, actions: ['UpdateProject'], action_groups: [] });
  await vi.waitFor(() => expect(document.body.textContent).not.toContain(NO_RIGHT));
  expect(document.body.textContent).toContain('Page ofProject');
});

it('should open pages of an organization to its owner, refuse members, and know none of others', async () => {
  open('/org/9/notes', 'ManageOrganization');
  await shows('Page ofOrganization');
  open('/org/9/notes');
  await shows(NO_RIGHT);
  open('/org/5/notes', 'ManageOrganization');
  await shows('There is no page at this address.');
});

it('should title the tab by the page that the manifest declares, and say that an address has none', async () => {
  open('/t/4/notes', 'CreateProject');
  await vi.waitFor(() => expect(document.title).toBe('Notes · Alpha · Loupe'));
  open('/t/4/none');
  await vi.waitFor(() => expect(document.title).toBe('Page not found · Loupe'));
});

it('should list in a menu only pages that the person may open', () => {
  const entries = [
    { id: 'notes.list', title: 'Notes', order: 0, access: 'CreateProject', path: '/t/:teamId/notes' },
    { id: 'notes.all', title: 'All', order: 1, path: '/t/:teamId/all' },
  ];
  const host = { menu: () => entries } as unknown as WebPluginHost;
  const listed = (): readonly string[] => menuLinks(host, teams, 'main', { teamId: '4' }).map(({ path }) => path);
  open('/t/4/notes', 'CreateProject');
  expect(listed()).toEqual(['/t/4/notes', '/t/4/all']);
  open('/t/4/notes');
  expect(listed()).toEqual(['/t/4/all']);
});
