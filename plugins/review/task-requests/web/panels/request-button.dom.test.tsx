import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { TaskRequests } from '../task-requests.ts';
import RequestButton from './request-button.tsx';

const draw = drawnPage();

it('should request tasks once for a double click', async () => {
  const request = vi.fn(async () => undefined);
  const queue = async (): Promise<object> => ({
    on: true,
    paused: false,
    count: 5,
    unfinished: 0,
    by_category: false,
    categories: [],
  });
  const container = new Container();
  container.bind(TaskRequests).toConstantValue({ request, queue } as never);
  container.bind(KeyMap).toConstantValue({ state: proxy({ version: 0 }), titled: (title: string) => title } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <RequestButton context={{ projectId: 7 }} />
      </PluginScope>
    </QueryClientProvider>,
  );
  const button = await vi.waitFor(() => {
    const found = document.querySelector('button');
    expect(found).not.toBeNull();
    return found!;
  });
  await act(async () => {
    button.click();
    button.click();
  });
  expect(request).toHaveBeenCalledExactlyOnceWith(7, undefined);
});
