// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { Workbench } from './workbench.ts';

// Neither plugins nor sandboxes have a part in it.
vi.mock('./discovery.ts', () => ({ halves: new Map(), manifests: [], versions: new Map() }));
vi.mock('#core/sandbox/web/index.ts', () => ({ Bundler: class {}, Sandboxes: class {} }));

test('should fetch the offline page once, however often the pages are rebuilt', async () => {
  const fetched = vi.fn(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  const workbench = new Workbench({ path: '/', go: () => undefined, visit: async () => true, back: () => undefined });
  workbench.pageShown();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), 10_000);
  const once = fetched.mock.calls.length;
  workbench.pageShown();
  await new Promise(resolve => setTimeout(resolve, 2_000));
  expect([once, fetched.mock.calls.length]).toEqual([3, 3]);
  vi.unstubAllGlobals();
});
