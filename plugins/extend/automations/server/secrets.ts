import { inject, injectable } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { demandBelowLimit, SecretBox } from '#core/data/server/index.ts';
import type { RowLimit } from '#core/data/server/index.ts';
import type { SecretView } from '../common/actions-api.ts';
import type { AutomationTables } from './automation-tables.ts';
import { demandUnused, withFreeName } from './named-things.ts';
import { usersOfSecret } from './users.ts';

type Trx = Kysely<AutomationTables>;
type SecretRow = Selectable<AutomationTables['automations.secret']>;
type Values = Readonly<Record<string, string>>;

const LIMIT: RowLimit = { table: 'automations.secret', most: 100, code: 'SECRET_LIMIT', things: 'secrets' };
const MOST_KEYS = 50;

/** Values of secrets that a run uses, by the name of the secret and its key. */
export type SecretValues = ReadonlyMap<string, Values>;

/** Secrets of a team: values that are written and replaced, and read by runs only. */
@injectable()
export class Secrets {
  constructor(@inject(SecretBox) private readonly box: SecretBox) {}

  /** By name. */
  async list(context: RequestContext): Promise<SecretView[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('automations.secret')
        .selectAll()
        .orderBy(sql`lower(name)`)
        .execute(),
    );
    return rows.map(viewOf);
  }

  /** @throws Fault NAME_EXISTS (409), SECRET_LIMIT, INVALID_FIELD (422) */
  async create(
    context: RequestContext,
    { name, description, values }: { readonly name: string; readonly description: string; readonly values: Values },
  ): Promise<SecretView> {
    assertKeys(values);
    return withFreeName(
      'secret_name',
      'a secret',
      name,
      context.transaction(async (trx: Trx) => {
        await demandBelowLimit(trx, context.team.id, LIMIT);
        const row = await trx
          .insertInto('automations.secret')
          .values({
            team_id: context.team.id,
            name,
            description,
            keys: JSON.stringify(Object.keys(values)),
            sealed: this.#seal(context, name, values),
            creator_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return viewOf(row);
      }),
    );
  }

  /** Adds or replaces values, and removes keys. @throws Fault NOT_FOUND, INVALID_FIELD when no key is left */
  async update(
    context: RequestContext,
    id: number,
    change: { readonly description: string; readonly values: Values; readonly remove: readonly string[] },
  ): Promise<SecretView> {
    return context.transaction(async (trx: Trx) => {
      const present = await this.#row(trx, id);
      const kept = Object.entries(this.#open(context, present)).filter(([key]) => !change.remove.includes(key));
      const values = { ...Object.fromEntries(kept), ...change.values };
      assertKeys(values);
      const row = await trx
        .updateTable('automations.secret')
        .set({
          description: change.description,
          keys: JSON.stringify(Object.keys(values)),
          sealed: this.#seal(context, present.name, values),
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return viewOf(row);
    });
  }

  /** @throws Fault NOT_FOUND, IN_USE (409) with the pipelines and actions that use it */
  async remove(context: RequestContext, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const { name } = await this.#row(trx, id);
      const users = await usersOfSecret(trx, name);
      demandUnused(name, users);
      await trx.deleteFrom('automations.secret').where('id', '=', id).execute();
    });
  }

  /** Values of some secrets, for a run. @throws Fault SECRET_MISSING (422) naming the one that is not there */
  async values(context: RequestContext, names: readonly string[]): Promise<SecretValues> {
    if (names.length === 0) return new Map();
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('automations.secret')
        .selectAll()
        .where('name', 'in', [...new Set(names)])
        .execute(),
    );
    const missing = names.find(name => !rows.some(row => row.name === name));
    if (missing !== undefined) throw missingSecret(missing);
    return new Map(rows.map(row => [row.name, this.#open(context, row)]));
  }

  async #row(trx: Trx, id: number): Promise<SecretRow> {
    const row = await trx
      .selectFrom('automations.secret')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw notFound('The secret');
    return row;
  }

  #seal(context: RequestContext, name: string, values: Values): string {
    return this.box.seal(JSON.stringify(values), about(context, name));
  }

  #open(context: RequestContext, { name, sealed }: SecretRow): Values {
    return JSON.parse(this.box.open(sealed, about(context, name))) as Values;
  }
}

const about = (context: RequestContext, name: string): string => `automations/${context.team.id}/secret/${name}`;

/** Returns the fault of a secret, or a key of one, that does not exist. */
export const missingSecret = (name: string): Fault =>
  new Fault('SECRET_MISSING', `There is no secret “${name}”. Add it below Automations, Secrets.`, { status: 422 });

/** Shortest value that is looked for in texts; shorter ones would blacken words at random. */
const SHORTEST = 4;

/** Returns a function that replaces secret values in data by `***name***`. */
export function redactor(secrets: SecretValues): <T>(data: T) => T {
  const found = [...secrets]
    .flatMap(([name, values]) => Object.values(values).map(value => ({ name, value })))
    .filter(each => each.value.length >= SHORTEST)
    .toSorted((one, other) => other.value.length - one.value.length);
  const clean = (text: string): string =>
    found.reduce((now, { name, value }) => now.replaceAll(value, `***${name}***`), text);
  const walk = (data: unknown): unknown => {
    if (typeof data === 'string') return clean(data);
    if (Array.isArray(data)) return data.map(walk);
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [clean(key), walk(value)]));
  };
  return data => (found.length === 0 ? data : (walk(data) as typeof data));
}

function assertKeys(values: Values): void {
  const count = Object.keys(values).length;
  if (count === 0 || count > MOST_KEYS) throw invalidField('values', `must have from 1 to ${MOST_KEYS} keys`);
}

const viewOf = (row: SecretRow): SecretView => ({
  id: row.id,
  name: row.name,
  description: row.description,
  keys: [...row.keys],
  creator: row.creator_email,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
