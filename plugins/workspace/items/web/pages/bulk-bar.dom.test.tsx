import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { proxy } from 'valtio';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { PluginScope, WebPluginHost } from '#core/kernel/web/index.ts';
import { folderActions, projectActions, projectRoles, teamActions, teamRoles } from '#core/permissions/common/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { ItemActions } from '../item-actions.ts';
import { ItemsWebHooks } from '../kit/items-web-hooks.ts';
import { SelectionStore } from '../selection-store.ts';
import { BulkBar } from './bulk-bar.tsx';

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

/** The names of the actions on two selected items that a contributor with this role in the project is offered. */
async function offered(role: number): Promise<readonly (string | null)[]> {
  const teamRole = teamRoles.contributor;
  const teams = new TeamStore(new Transport());
  const accesses = { actions: [...teamActions({ role: teamRole })], action_groups: [] };
  teams.open({ id: 4, accesses } as unknown as Team);
  const actions = [...projectActions({ role, teamRole }), ...folderActions({ role, teamRole })];
  teams.setProject({ id: 7, actions, action_groups: [] });
  const selection = new SelectionStore();
  selection.set([1, 2]);
  const container = new Container();
  container.bind(TeamStore).toConstantValue(teams);
  container.bind(SelectionStore).toConstantValue(selection);
  container.bind(DataDialogs).toConstantValue(new DataDialogs());
  container.bind(ItemActions).toConstantValue({} as never);
  container.bind(ItemsWebHooks).toConstantValue(new ItemsWebHooks());
  container.bind(CommandRegistry).toConstantValue({} as never);
  container.bind(WebPluginHost).toConstantValue({ state: proxy({}), menu: () => [] } as never);
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <PluginScope container={container}>
            <BulkBar projectId={7} list={{ at: () => undefined } as never} count={2} />
          </PluginScope>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return [...document.querySelectorAll('[role=toolbar] button')].map(
    each => each.getAttribute('aria-label') ?? each.textContent,
  );
}

it.each([
  ['annotator', projectRoles.annotator, ['Status', 'Clear selection']],
  ['QA', projectRoles.qa, ['Status', 'Approval', 'More', 'Clear selection']],
  ['project admin', projectRoles.projectAdmin, ['Assign', 'Status', 'Approval', 'More', 'Clear selection']],
] as const)('should offer the %s the actions on selected items that the role allows', async (_, role, actions) => {
  expect(await offered(role)).toEqual(actions);
});
