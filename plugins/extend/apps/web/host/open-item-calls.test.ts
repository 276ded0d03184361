import { expect, it, vi } from 'vitest';
import type { OpenItemPort } from './open-item-calls.ts';
import { openItemCalls } from './open-item-calls.ts';

const said: string[] = [];
const word = <Answer>(text: string, answer: Answer) =>
  vi.fn(async () => {
    said.push(text);
    return answer;
  });
const calls = (): never =>
  ({
    annotations: { get: word('get', { revision: 3 }), put: word('put', { revision: 4 }) },
    comments: {
      list: word('list', []),
      add: word('add', 'id'),
      reply: word('reply', undefined),
      resolve: word('resolve', undefined),
    },
  }) as never;
const controller = (saves = true, readOnly = false): OpenItemPort =>
  ({
    now: { opened: { item: { id: 7 } }, session: { readOnly } },
    save: word('save', saves),
    catchUp: word('catch up', undefined),
  }) as never;
const place = { projectId: 1, itemId: 7 };
const done = (): string[] => said.splice(0);

it('should store the work of the editor before an app reads or writes the open item, and show what it wrote', async () => {
  const { annotations, comments } = openItemCalls(calls(), controller());
  expect(await annotations.get(place)).toEqual({ revision: 3 });
  expect(done()).toEqual(['save', 'get']);
  expect(await annotations.put({ ...place, document: {} as never, base: 3 })).toEqual({ revision: 4 });
  expect(done()).toEqual(['save', 'put', 'catch up']);
  await comments.add({ ...place, text: 'Look' });
  expect(done()).toEqual(['save', 'add', 'catch up']);
});

it('should leave other items, and items that may only be looked at, as they are', async () => {
  await openItemCalls(calls(), controller()).annotations.put({ ...place, itemId: 8, document: {} as never, base: 3 });
  expect(done()).toEqual(['put']);
  await openItemCalls(calls(), controller(true, true)).comments.list(place);
  expect(done()).toEqual(['list']);
});

it('should refuse, by its code, while the work cannot be stored', async () => {
  await expect(openItemCalls(calls(), controller(false)).annotations.get(place)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(done()).toEqual(['save']);
});
