import type { ClientBase } from 'pg';
import { expect, it, vi } from 'vitest';
import { prepareRepeated } from './prepared-statements.ts';

function connection(answer: () => Promise<unknown> = () => Promise.resolve({ rows: [] })): {
  readonly client: ClientBase;
  readonly sent: ReturnType<typeof vi.fn>;
} {
  const sent = vi.fn(answer);
  const client = { query: sent } as unknown as ClientBase;
  prepareRepeated(client);
  return { client, sent };
}
const nameOf = (call: readonly unknown[]): string | undefined => (call[0] as { name?: string }).name;

it('should prepare a statement with values from the third time on, under one name', async () => {
  const { client, sent } = connection();
  for (let turn = 1; turn <= 4; turn++) await client.query('select $1', [turn]);
  const names = sent.mock.calls.map(nameOf);
  expect(names.slice(0, 2)).toEqual([undefined, undefined]);
  expect(names[2]).toMatch(/^[\w-]{27}$/);
  expect(names[3]).toBe(names[2]);
  expect(sent.mock.calls[3]![0]).toMatchObject({ text: 'select $1', values: [4] });
});

it('should leave statements without values, and very long ones, as they are', async () => {
  const { client, sent } = connection();
  const long = `select ${'$1,'.repeat(2000)}1`;
  for (let turn = 1; turn <= 4; turn++) {
    await client.query('begin; set local role loupe_tenant', []);
    await client.query(long, [1]);
  }
  expect(sent.mock.calls.map(nameOf).filter(each => each !== undefined)).toEqual([]);
});

it('should plan again after the columns of a table changed', async () => {
  const { client, sent } = connection(() =>
    Promise.reject(Object.assign(new Error('cached plan must not change result type'), { code: '0A000' })),
  );
  for (let turn = 1; turn <= 3; turn++)
    await client.query('select * from item where id = $1', [turn]).catch(() => undefined);
  for (let turn = 4; turn <= 6; turn++)
    await client.query('select * from item where id = $1', [turn]).catch(() => undefined);
  const names = sent.mock.calls.map(nameOf);
  expect(names.map(each => each !== undefined)).toEqual([false, false, true, false, false, true]);
  expect(names[5], 'the driver believes the first name known').not.toBe(names[2]);
});
