import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import { AdminClient } from '../admin-client.ts';
import JobsPage from './jobs-page.tsx';
import UsersPage from './users-page.tsx';

const page = drawnPage();
const user = (id: number, name: string) => ({
  id,
  name,
  email: `${name.toLowerCase()}@north.test`,
  super_admin: name === 'Rita',
  closed: false,
  merged_into: null,
  second_step: false,
  teams: 1,
  createdAt: '2026-05-01T08:00:00.000Z',
  lastActiveAt: null,
});
const users = [user(1, 'Rita'), user(2, 'Olive'), user(3, 'Mia')];
const installation = {
  listUsers: vi.fn(async ({ query: { search = '' } }: { readonly query: { readonly search?: string } }) => {
    const data = users.filter(each => each.email.includes(search));
    return { data, count: data.length };
  }),
  listInstallationJobs: vi.fn(async (_: object) => ({ data: [], count: 0 })),
  closeUser: vi.fn(async (_: object) => ({})),
  viewAs: vi.fn(async (_: object) => ({})),
};
const enterView = vi.fn(async (_: string) => undefined);

async function draw(content: JSX.Element): Promise<void> {
  // Mantine sizes a textarea again when fonts are loaded, which jsdom knows nothing of.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  const container = new Container();
  container.bind(Transport).toConstantValue({ send: vi.fn() } as never);
  container.bind(SessionStore).toConstantValue({ enterView } as never);
  container.bind(AdminClient).toConstantValue({ installation } as never);
  await page(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <RouterProvider router={createMemoryRouter([{ path: '/*', element: content }])} />
        <ConfirmHost />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
}
beforeEach(() => vi.clearAllMocks());

const type = (field: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> =>
  act(async () => {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should find accounts by what the server finds, and offer to view as anybody but a super-admin', async () => {
  await draw(<UsersPage />);
  await shows('mia@north.test');
  const offered = [...document.querySelectorAll<HTMLElement>('button')].map(each => each.ariaLabel);
  expect(offered.filter(each => each?.startsWith('View as'))).toEqual(['View as Olive', 'View as Mia']);
  await type(document.querySelector('input[aria-label="Search users"]')!, ' mia@ ');
  await vi.waitFor(
    () => expect(installation.listUsers).toHaveBeenLastCalledWith({ query: { offset: 0, limit: 50, search: 'mia@' } }),
    { timeout: 10_000 },
  );
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('olive@north.test'), { timeout: 10_000 });
});

it('should say that nothing matches a search', async () => {
  await draw(<UsersPage />);
  await shows('mia@north.test');
  await type(document.querySelector('input[aria-label="Search users"]')!, 'zoe');
  await vi.waitFor(() => expect(installation.listUsers).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  await shows('Nothing matches.');
});

it('should begin to view as somebody with a reason only', async () => {
  await draw(<UsersPage />);
  await press('View as Olive');
  await shows('You see what they see for 30 minutes.');
  const begin = (): HTMLButtonElement =>
    [...document.querySelectorAll('button')].find(each => each.textContent === 'Start viewing')!;
  await type(document.querySelector('textarea')!, 'no ');
  expect(begin().disabled).toBe(true);
  await type(document.querySelector('textarea')!, 'Ticket 7 ');
  await act(async () => begin().click());
  expect(installation.viewAs).toHaveBeenCalledExactlyOnceWith({
    params: { person_id: 2 },
    body: { reason: 'Ticket 7' },
  });
  expect(enterView).toHaveBeenCalledExactlyOnceWith('/');
});

it('should close an account after a question only', async () => {
  await draw(<UsersPage />);
  const choose = async (): Promise<void> => {
    await press('Actions of Mia');
    await press('Close account', '[role=menuitem]');
    await shows('Close the account of Mia?');
  };
  await choose();
  await press('Cancel');
  expect(installation.closeUser).not.toHaveBeenCalled();
  await choose();
  await press('Close account', '[role=dialog] button');
  expect(installation.closeUser).toHaveBeenCalledExactlyOnceWith({ params: { person_id: 3 } });
  await shows('The account of Mia is closed');
});

it('should ask for jobs of the chosen state, and say that there is none', async () => {
  await draw(<JobsPage />);
  await shows('No jobs.');
  expect(installation.listInstallationJobs).toHaveBeenLastCalledWith({ query: { offset: 0, limit: 50 } });
  await act(async () => document.querySelector<HTMLInputElement>('input[value=FAILED]')!.click());
  await vi.waitFor(() =>
    expect(installation.listInstallationJobs).toHaveBeenLastCalledWith({
      query: { offset: 0, limit: 50, state: 'FAILED' },
    }),
  );
  await shows('No jobs.');
});
