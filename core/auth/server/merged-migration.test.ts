import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { MigrationSource } from '#core/data/server/index.ts';
import { eachDatabase } from '#tests/support/database.ts';
import { authMigrations } from './index.ts';
import merged from './migrations/0012-merged.ts';

eachDatabase((_kind, fresh) => {
  it('should keep merged accounts on the way back, with an address of their own, and come up again', async () => {
    const database = await fresh({ areas: [{ schema: 'auth', migrations: authMigrations }] });
    const read = async (handle: Kysely<unknown>): Promise<readonly unknown[]> =>
      (await sql`select id, email, address from auth.person order by id`.execute(handle)).rows;
    const seen: Record<string, unknown> = {};
    const backAndUp: MigrationSource = {
      schema: 'back_and_up',
      migrations: {
        '0001.ts': () =>
          Promise.resolve({
            default: {
              async up(handle: Kysely<unknown>) {
                await sql`insert into auth.person (email, address) values ('ana@north.test', 'ana@north.test')`.execute(
                  handle,
                );
                await sql`insert into auth.person (email, address, merged_into) select 'ana@south.test', address, id from auth.person`.execute(
                  handle,
                );
                await merged.down(handle);
                seen['down'] = await read(handle);
                await sql`savepoint unique_again`.execute(handle);
                seen['refused'] =
                  await sql`insert into auth.person (email, address) values ('new@north.test', 'ana@north.test')`
                    .execute(handle)
                    .then(
                      () => undefined,
                      (error: { readonly code?: string }) => error.code,
                    );
                await sql`rollback to savepoint unique_again`.execute(handle);
                await merged.up(handle);
                seen['up'] = await read(handle);
              },
              down: () => Promise.resolve(),
            },
          }),
      },
    };
    await database.migrate([{ schema: 'auth', migrations: authMigrations }, backAndUp]);
    const people = [
      { id: 1, email: 'ana@north.test', address: 'ana@north.test' },
      { id: 2, email: 'ana@south.test', address: '2 ana@south.test' },
    ];
    expect(seen).toEqual({ down: people, refused: '23505', up: people });
  });
});
