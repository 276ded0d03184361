// @vitest-environment jsdom
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { VersionList } from './version-list.tsx';

vi.mock('./code/text-difference.tsx', () => ({
  TextDifference: ({ before, after }: { readonly before: string; readonly after: string }) => (
    <pre>{`${before} → ${after}`}</pre>
  ),
}));

const draw = drawnPage();
const onLoad = vi.fn(async (_: number) => undefined);
const press = (name: string): Promise<void> =>
  act(async () => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click());
const text = (): string => document.querySelector('[role=dialog]')!.textContent ?? '';

beforeEach(async () => {
  vi.clearAllMocks();
  const versions = [2, 1].map(version => ({ version, author: 'nora@north.test', createdAt: '2026-01-01T00:00:00Z' }));
  const container = new Container();
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <PluginScope container={container}>
      <VersionList
        opened
        versions={{ data: versions, error: null, isPending: false } as never}
        onLoad={onLoad}
        texts={{ now: 'two', of: async number => (number === 2 ? 'two' : 'one') }}
        onClose={() => undefined}
      />
    </PluginScope>,
  );
});

it('should compare a version with what is in the editor, and say when both are the same', async () => {
  await press('Compare version 1 with the editor');
  await vi.waitFor(() => act(async () => expect(text()).toContain('one → two')));
  await press('Compare version 2 with the editor');
  await vi.waitFor(() => act(async () => expect(text()).not.toContain('one → two')));
  expect(document.querySelector('[role=dialog] pre')).toBeNull();
});

it('should load a version into the editor', async () => {
  const load = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].filter(
    each => each.textContent === 'Load',
  );
  await act(async () => load[1]!.click());
  expect(onLoad).toHaveBeenCalledExactlyOnceWith(1);
});
