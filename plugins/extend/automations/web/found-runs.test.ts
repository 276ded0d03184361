import { expect, it, vi } from 'vitest';
import type { RunView } from '../common/api.ts';
import { foundRuns, replayRuns } from './found-runs.ts';

/** Lists so many runs, a part at a time. */
function listOf(count: number): { readonly listRuns: never } {
  const runs = Array.from({ length: count }, (_, at) => ({ id: count - at }));
  const listRuns = async ({ query }: { query: { offset: number; limit: number } }): Promise<unknown> => ({
    data: runs.slice(query.offset, query.offset + query.limit),
    total_count: count,
  });
  return { listRuns: listRuns as never };
}

it.each([0, 1, 200, 450])('should find all of %i runs', async count => {
  const found = await foundRuns(listOf(count), { state: 'FAILED' }, 1_000);
  expect(found.map(each => each.id)).toEqual(Array.from({ length: count }, (_, at) => count - at));
});

it('should find no more runs than asked for', async () => {
  expect(await foundRuns(listOf(450), {}, 300)).toHaveLength(300);
});

it('should replay the failed steps of each run once, and count the steps', async () => {
  const replaySteps = vi.fn(async ({ body }: { body: { run_ids: readonly number[] } }) => ({
    replayed: body.run_ids.length * 2,
  }));
  const runs = Array.from({ length: 450 }, (_, id) => ({ id }) as RunView);
  expect(await replayRuns({ replaySteps: replaySteps as never }, runs)).toBe(900);
  expect(replaySteps.mock.calls.map(([{ body }]) => body.run_ids.length)).toEqual([200, 200, 50]);
  expect(replaySteps.mock.calls.flatMap(([{ body }]) => body.run_ids)).toEqual(runs.map(each => each.id));
});
