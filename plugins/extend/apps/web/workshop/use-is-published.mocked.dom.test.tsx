// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { AppFiles, AppView } from '../../common/app.ts';
import { SAMPLES_FILE } from '../../common/samples.ts';
import { useIsPublished } from './use-is-published.ts';

vi.mock('#core/kernel/web/index.ts', async original => ({
  ...(await original<object>()),
  useTeam: () => ({ id: 1 }),
  useService: () => ({ api: { getVersion: async () => ({ files: { 'main.tsx': 'one' } }) } }),
}));

function Probe({ state, files }: { readonly state: AppView['state']; readonly files: AppFiles }): JSX.Element {
  return <p>{String(useIsPublished({ id: 4, version: 2, state } as AppView, files))}</p>;
}

it('should be true for a draft that equals the published version beside its samples, and false for others', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.body);
  const queries = new QueryClient();
  const shown = async (state: AppView['state'], files: AppFiles, expected: string): Promise<void> => {
    await act(async () =>
      root.render(
        <QueryClientProvider client={queries}>
          <Probe state={state} files={files} />
        </QueryClientProvider>,
      ),
    );
    await vi.waitFor(() => act(async () => expect(document.body.textContent).toBe(expected)), { timeout: 10_000 });
  };
  await shown('published', { 'main.tsx': 'one', [SAMPLES_FILE]: '{}' }, 'true');
  await shown('published', { 'main.tsx': 'two' }, 'false');
  await shown('disabled', { 'main.tsx': 'one' }, 'false');
  await act(async () => root.unmount());
});
