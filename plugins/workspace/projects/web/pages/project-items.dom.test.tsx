import { MantineProvider, Menu } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { projectRoles, teamActions, teamRoles } from '#core/permissions/common/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import type { Project } from '../../common/project.ts';
import { ProjectsClient } from '../projects-client.ts';
import { ProjectItems } from './project-items.tsx';

let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

/** The entries of the menu of a project, for a person with these roles in the team and the project. */
async function entries(role: typeof teamRoles.teamAdmin | typeof teamRoles.contributor, projectRole: number) {
  const teams = new TeamStore(new Transport());
  teams.open({ id: 4, accesses: { actions: [...teamActions({ role })], action_groups: [] } } as unknown as Team);
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  container.bind(ProjectsClient).toConstantValue({} as never);
  const project = { id: 7, team_id: 4, my_role: projectRole, pinned: false, instructions_link: null };
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <PluginScope container={container}>
            <MemoryRouter>
              <Menu opened withinPortal={false} transitionProps={{ duration: 0 }}>
                <Menu.Target>
                  <button type="button">More</button>
                </Menu.Target>
                <Menu.Dropdown>
                  <ProjectItems
                    project={project as unknown as Project}
                    onRename={() => undefined}
                    onDetails={() => undefined}
                    onClone={() => undefined}
                  />
                </Menu.Dropdown>
              </Menu>
            </MemoryRouter>
          </PluginScope>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return [...document.querySelectorAll('[role=menuitem] .mantine-Menu-itemLabel')].map(each => each.textContent);
}

it('should keep cloning, renaming and deleting a project from annotators', async () => {
  expect(await entries(teamRoles.contributor, projectRoles.annotator)).toEqual(['Open', 'Details', 'Pin']);
});

it('should offer a project admin the setup, and the admin of the team a clone and the deletion too', async () => {
  expect(await entries(teamRoles.contributor, projectRoles.projectAdmin)).toEqual([
    'Open',
    'Details',
    'Pin',
    'Rename',
    'Contributors',
    'Setup',
  ]);
  expect(await entries(teamRoles.teamAdmin, projectRoles.projectAdmin)).toEqual([
    'Open',
    'Details',
    'Pin',
    'Rename',
    'Clone…',
    'Contributors',
    'Setup',
    'Delete',
  ]);
});
