import { afterEach, expect, it, vi } from 'vitest';
import type { PyramidView } from '#plugins/annotate/tiles/common/index.ts';
import { PyramidSession } from './pyramid-session.ts';

const waiting: PyramidView = {
  id: 1,
  state: 'waiting',
  width: 0,
  height: 0,
  tile_size: 512,
  overlap: 0,
  levels: 1,
  format: 'jpg',
  scheme: 'xyz',
  georeference: null,
  metres_per_pixel: null,
  rows: [0],
  job_id: 'a',
  error: null,
};
const begun: PyramidView = {
  ...waiting,
  state: 'cutting',
  width: 1000,
  height: 600,
  tile_size: 254,
  overlap: 1,
  levels: 3,
  rows: [1, 0, 0],
};
const failed: PyramidView = { ...waiting, state: 'failed', job_id: null, error: 'a.test answered 404 for /x.dzi.' };

/** A session whose server answers with these states, the last one again and again, and the calls it was sent. */
function sessionOf(...states: readonly PyramidView[]): { session: PyramidSession; calls: string[] } {
  const calls: string[] = [];
  const answer = (name: string) => (): Promise<{ pyramid: PyramidView }> => {
    calls.push(name);
    return Promise.resolve({ pyramid: states[Math.min(calls.length, states.length) - 1]! });
  };
  const api = { getPyramid: answer('getPyramid'), cutAgain: answer('cutAgain') };
  vi.useFakeTimers();
  return { session: new PyramidSession(api as never, { project_id: 1, item_id: 1 }), calls };
}

const { signal } = new AbortController();
afterEach(() => vi.useRealTimers());

it('should open an image with the tiles that its source has, once the first ones are there', async () => {
  const { session } = sessionOf(waiting, waiting, begun);
  const opened = session.open(signal);
  await session.refresh();
  await session.refresh();
  expect(await opened).toMatchObject({ size: { width: 1000, height: 600 }, tileSize: 254 });
  session.dispose();
});

it('should say why an image cannot be read, and read it again when asked to try again', async () => {
  const { session, calls } = sessionOf(failed, begun);
  await expect(session.open(signal)).rejects.toThrow('a.test answered 404 for /x.dzi');
  expect((await session.open(signal)).size).toEqual({ width: 1000, height: 600 });
  expect(calls).toEqual(['getPyramid', 'cutAgain']);
  session.dispose();
});

it('should stop waiting when another item is opened', async () => {
  const { session } = sessionOf(waiting);
  const closing = new AbortController();
  const opened = session.open(closing.signal);
  await session.refresh();
  closing.abort(new Error('closed'));
  await expect(opened).rejects.toThrow('closed');
  session.dispose();
});
