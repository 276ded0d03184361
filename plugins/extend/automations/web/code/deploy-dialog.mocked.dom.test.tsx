// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { StoredTask } from '../../common/actions-api.ts';
import { blankAction } from '../../common/custom-action.ts';
import { AutomationsClient } from '../automations-client.ts';
import { DeployDialog } from './deploy-dialog.tsx';

vi.mock('./text-difference.tsx', () => ({
  TextDifference: ({ before, after }: { readonly before: string; readonly after: string }) => (
    <pre>{`${before} → ${after}`}</pre>
  ),
}));

const draw = drawnPage();
const before = { ...blankAction, source: 'one', writes: ['set_priority', 'pin'] };
const onDeploy = vi.fn();

async function open(deployed: number | null, draft: object): Promise<void> {
  const container = new Container();
  container
    .bind(AutomationsClient)
    .toConstantValue({ actions: { getCustomTaskVersion: async () => ({ settings: before }) } } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <DeployDialog
          task={{ id: 3, name: 'Raise priority', deployed } as StoredTask}
          draft={draft as never}
          busy={false}
          onDeploy={onDeploy}
          onClose={() => undefined}
        />
      </PluginScope>
    </QueryClientProvider>,
  );
}
const text = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';

it('should name what code may do before it is deployed for the first time', async () => {
  await open(null, before);
  expect(text()).toContain('Change the item: set priority');
  expect(text()).not.toContain('Changes since');
  await act(async () => [...document.querySelectorAll('button')].find(each => each.textContent === 'Deploy')!.click());
  expect(onDeploy).toHaveBeenCalledOnce();
});

it('should compare code with what runs now, and name what it may do newly and no longer', async () => {
  await open(1, { ...before, source: 'two', writes: ['set_priority', 'comment'] });
  await vi.waitFor(() => act(async () => expect(text()).toContain('Changes since version 1')));
  expect(text()).toContain('one → two');
  const lines = [...document.querySelectorAll('[role=dialog] li')].map(each => each.textContent);
  expect(lines).toEqual([
    'Change the item: set priority',
    expect.stringMatching(/^Change the item: .*comment.* \(new\)$/),
    expect.stringMatching(/^No longer: Change the item: pin/),
  ]);
});
