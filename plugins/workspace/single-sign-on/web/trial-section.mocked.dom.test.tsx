// @vitest-environment jsdom
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage, shows } from '#tests/support/drawn-page.tsx';
import type { SingleSignOn, Trial } from '../common/api.ts';
import { TrialSection } from './trial-section.tsx';

const { takeAnswer } = vi.hoisted(() => ({ takeAnswer: vi.fn() }));
vi.mock('#core/auth/web/index.ts', async original => ({ ...(await original<object>()), takeAnswer }));

const page = drawnPage();
const connection = { version: 3, tested: false, enabled: false, forced: false };
const state = { organization: { id: 1 }, available: true, connection } as unknown as SingleSignOn;
const succeeded: Trial = {
  success: true,
  problem: null,
  subject: 's-boris',
  email: 'boris@north.test',
  name: 'Boris New',
  groups: ['leads'],
  teams: [{ name: 'North', role: 7 }],
} as never;

/** Draws the page to which the provider led back, with the outcome of the test. */
async function returned(outcome: Trial, now: SingleSignOn = state): Promise<ReturnType<typeof vi.fn>> {
  takeAnswer.mockReturnValue({ ticket: 't', answer: '?code=1' });
  const send = vi.fn(async ({ name }: { readonly name: string }, _operation: unknown, _args: unknown) =>
    name === 'finishTrial' ? outcome : now,
  );
  const container = new Container();
  container.bind(Transport).toConstantValue({ send } as never);
  await page(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <TrialSection state={now} />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  return send;
}
const switches = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('input[role=switch]')];

it('should show why a test failed in the words of the provider, and let nobody switch it on', async () => {
  const problem = 'access_denied: The person declined';
  await returned({
    ...succeeded,
    success: false,
    problem,
    subject: null,
    email: null,
    name: null,
    groups: [],
    teams: [],
  });
  await shows(problem, '[role=alert]');
  expect(document.querySelector('[role=status]')).toBeNull();
  expect(switches().map(each => each.disabled)).toEqual([true, true]);
});

it('should show whom a test signed in, and the teams and roles that they get', async () => {
  const send = await returned(succeeded);
  await shows('boris@north.test', '[role=status]');
  await shows('leads', '[role=status]');
  await shows('Teams: North (Team Admin)', '[role=status]');
  expect(send.mock.calls[0]![2]).toMatchObject({ params: { organization_id: 1 }, body: { ticket: 't' } });
});

it('should be switched on once a test succeeded, and be required only while it is on', async () => {
  const send = await returned(succeeded, { ...state, connection: { ...connection, tested: true } } as SingleSignOn);
  await shows('boris@north.test');
  expect(switches().map(each => each.disabled)).toEqual([false, true]);
  await act(async () => switches()[0]!.click());
  expect(send.mock.calls.at(-1)![2]).toMatchObject({ body: { enabled: true, forced: false, base: 3 } });
});
