import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import type { JSX } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage, press } from '#tests/support/drawn-page.tsx';
import { ExploreClient } from '../explore-client.ts';
import { useBookmarkActions } from './use-bookmarks.ts';

const draw = drawnPage();

it('should remove a bookmark behind 500 others, and bring back its note when that is undone', async () => {
  const noted = { id: 7, item_id: 3, instance_id: null, note: 'Check the wing', color: null };
  const older = Array.from({ length: 500 }, (_, at) => ({ ...noted, id: 100 + at, item_id: 100 + at }));
  const keeping = {
    listBookmarks: async ({ query: { offset } }: { query: { offset: number } }) => ({
      data: [...older, noted].slice(offset, offset + 500),
    }),
    createBookmark: vi.fn(async () => noted),
    deleteBookmark: vi.fn(async () => ({ success: true })),
  };
  const Toggle = (): JSX.Element => {
    const { toggle } = useBookmarkActions(5);
    return <button onClick={() => void toggle([3])}>Toggle</button>;
  };
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ keeping } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Toggle />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  await press('Toggle');
  await vi.waitFor(() => expect(document.body.textContent).toContain('Bookmarks of 1 item removed.'));
  expect(keeping.deleteBookmark).toHaveBeenCalledOnce();
  await press('Undo');
  expect(keeping.createBookmark).toHaveBeenCalledWith({
    query: { project_id: 5 },
    body: { item_id: 3, instance_id: null, note: 'Check the wing', color: null },
  });
});
