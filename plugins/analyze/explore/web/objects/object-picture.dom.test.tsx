import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { expect, it } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ObjectPicture } from './object-picture.tsx';
import type { FoundObject } from './use-found-objects.ts';

const draw = drawnPage();

it('should show the words that an entity marks', async () => {
  const container = new Container();
  container.bind(ItemsClient).toConstantValue({ items: {} } as never);
  const place = { x: null, y: null, width: null, height: null };
  const item = { id: 1, name: 'one.txt', metadata: {}, thumbnail: null };
  const object = { item_id: 1, position: 0, text: 'Berlin <b>', ...place, item } as unknown as FoundObject;
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <ObjectPicture projectId={7} object={object} tile={{ width: 180, height: 140 }} />
      </PluginScope>
    </QueryClientProvider>,
  );
  expect(document.querySelector('p')?.textContent).toBe('Berlin <b>');
});
