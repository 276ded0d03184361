import { expect, it } from 'vitest';
import type { Workbench } from '#sdk/app/workbench.ts';
import { readSamples } from '../../common/samples.ts';
import { sampledWorkbench } from './sample-calls.ts';

/** Answers every call by its own name, as the real one. */
const real = new Proxy(
  { on: () => () => undefined },
  {
    get: (own, group) =>
      group === 'on'
        ? own.on
        : new Proxy({}, { get: (_, name) => async () => `real ${String(group)}.${String(name)}` }),
  },
) as unknown as Workbench;
const given = (value: unknown): ReturnType<typeof sampledWorkbench> =>
  sampledWorkbench(real, readSamples(JSON.stringify(value)).samples!);

it('should answer by samples where there are some, leave the rest to the product, and know which was which', async () => {
  const { workbench, isSample } = given({
    'projects.classes': [],
    'items.get': [{ when: { itemId: 1 }, reply: { id: 1 } }],
  });
  const [first, second, classes] = [{ projectId: 1, itemId: 1 }, { projectId: 1, itemId: 2 }, { projectId: 1 }];
  expect(await workbench.items.get(first)).toEqual({ id: 1 });
  expect(await workbench.items.get(second)).toBe('real items.get');
  expect(await workbench.projects.classes(classes)).toEqual([]);
  expect([first, second, classes].map(isSample)).toEqual([true, false, true]);
  expect(await workbench.storage.put({ value: 1 })).toBe('real storage.put');
});

it('should keep what is stored over a sample, for as long as the preview runs', async () => {
  const { workbench, isSample } = given({
    'storage.get': { value: { count: 1 } },
    'storage.getForItem': [{ when: { itemId: 1 }, reply: { value: 'one', etag: 'e' } }],
  });
  expect(await workbench.storage.get()).toBe('real storage.get');
  // As it comes from the app, which always sends an object.
  const read = (): Promise<{ readonly value: unknown; readonly etag: string }> =>
    (workbench.storage.get as (args: object) => ReturnType<Workbench['storage']['get']>)({});
  const before = await read();
  expect(before).toEqual({ value: { count: 1 }, etag: 'sample' });
  const put = { value: { count: 2 }, etag: before.etag };
  const after = await workbench.storage.put(put);
  expect(isSample(put)).toBe(true);
  expect(await read()).toEqual({ value: { count: 2 }, etag: after.etag });
  const late = { value: 3, etag: before.etag };
  await expect(workbench.storage.put(late)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(isSample(late)).toBe(true);
  await workbench.storage.putForItem({ itemId: 1, value: 'two' });
  expect(await workbench.storage.getForItem({ itemId: 1 })).toMatchObject({ value: 'two' });
  expect(await workbench.storage.getForItem({ itemId: 2 })).toBe('real storage.getForItem');
  expect(await workbench.storage.putForItem({ itemId: 2, value: 'x' })).toBe('real storage.putForItem');
});
