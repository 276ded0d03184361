import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { AppsClient } from '../apps-client.ts';
import { VersionsView } from './versions-view.tsx';

const draw = drawnPage();
const files = { 'main.tsx': 'two' };
const earlier = { 'main.tsx': 'one' };
const rollBack = vi.fn(async (_: object) => ({ version: 3 }));
const onChange = vi.fn();

const onLoad = vi.fn();
const button = (name: RegExp): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].findLast(each => name.test(each.textContent) && !each.disabled);
const press = async (name: RegExp): Promise<void> => {
  await vi.waitFor(() => act(async () => expect(button(name)).toBeDefined()), { timeout: 10_000 });
  await act(async () => button(name)!.click());
};

beforeEach(async () => {
  vi.clearAllMocks();
  const version = (number: number): object => ({
    version: number,
    note: '',
    author: 'nora@north.test',
    createdAt: '2026-01-01T00:00:00Z',
    files: number === 1 ? earlier : files,
  });
  const container = new Container();
  container
    .bind(AppsClient)
    .toConstantValue({
      api: {
        rollBack,
        listVersions: async () => ({ versions: [version(2), version(1)] }),
        getVersion: async ({ params }: { readonly params: { readonly version: number } }) => version(params.version),
      },
    } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <VersionsView app={{ id: 4, version: 2 } as never} files={files} onChange={onChange} onLoad={onLoad} />
        <ConfirmHost />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  await press(/^Version 1/);
});

it('should publish an earlier version again after a question only', async () => {
  await press(/^Roll back to it$/);
  await press(/^Cancel$/);
  expect(rollBack).not.toHaveBeenCalled();
  await press(/^Roll back to it$/);
  await press(/^Roll back$/);
  expect(rollBack).toHaveBeenCalledExactlyOnceWith({ params: { team_id: 1, app_id: 4, version: 1 } });
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ version: 3 });
});

it('should load an earlier version into the editor after a question only', async () => {
  await press(/^Load into the editor$/);
  await press(/^Cancel$/);
  expect(onLoad).not.toHaveBeenCalled();
  await press(/^Load into the editor$/);
  await press(/^Load$/);
  expect(onLoad).toHaveBeenCalledExactlyOnceWith(earlier);
});
