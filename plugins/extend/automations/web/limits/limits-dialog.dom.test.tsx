import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { LimitedTeam } from '../../common/limits-api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { LimitsDialog } from './limits-dialog.tsx';

const draw = drawnPage();

it('should limit the runs of a team and switch its automations off, on the version that was read', async () => {
  const setAutomationLimits = vi.fn(async (_: object) => ({}));
  const onClose = vi.fn();
  const team: LimitedTeam = {
    team_id: 4,
    team: 'Northlight',
    organization: 'North',
    off: false,
    limits: { runs_per_minute: 60, runs_per_day: null, concurrent_runs: null, code_seconds_per_day: null },
    usage: { runs_this_minute: 0, runs_today: 3, running: 0, waiting: 0, code_seconds_today: 0 },
    version: 7,
  };
  const container = new Container();
  container.bind(AutomationsClient).toConstantValue({ limits: { setAutomationLimits } } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <LimitsDialog team={team} onClose={onClose} />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  const fields = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')];
  const labelled = (name: string): HTMLInputElement => fields.find(each => each.labels?.[0]?.textContent === name)!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(labelled('Runs a day'), '500');
    labelled('Runs a day').dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => document.querySelector<HTMLElement>('[role=dialog] input[role=switch]')!.click());
  await act(async () => [...document.querySelectorAll('button')].find(each => each.textContent === 'Save')!.click());
  expect(setAutomationLimits).toHaveBeenCalledExactlyOnceWith({
    params: { team_id: 4 },
    body: { off: true, limits: { ...team.limits, runs_per_day: 500 }, version: 7 },
  });
  expect(onClose).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(document.body.textContent).toContain('Automations of Northlight changed.'));
});
