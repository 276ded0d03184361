import { injectable } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { FormSnippet } from '../common/builder-api.ts';
import { emptyForm, readForm, writeForm } from '../common/form-document.ts';
import type { FormTables } from './form-tables.ts';

type Trx = Kysely<FormTables>;

/** Snippets of one person at most. */
const MOST = 100;

/** Components that people keep to put them into other forms: their own, and those others share with the team. */
@injectable()
export class FormSnippets {
  /** By name. */
  async list(context: RequestContext): Promise<readonly FormSnippet[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('form.snippet')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where(each => each.or([each('shared', '=', true), each('created_by', '=', context.user.email)]))
        .orderBy(sql`lower(name)`)
        .orderBy('id')
        .execute(),
    );
    return rows.map(row => viewOf(context, row));
  }

  /**
   * @throws Fault NAME_EXISTS for a name the caller has already, PLAN_LIMIT beyond 100, INVALID_FIELD for what are no
   * components.
   */
  async create(
    context: RequestContext,
    {
      name,
      components: given,
      shared,
    }: {
      readonly name: string;
      readonly components: readonly Readonly<Record<string, unknown>>[];
      readonly shared: boolean;
    },
  ): Promise<FormSnippet> {
    const { components } = readForm({ components: given });
    if (components.some(each => each.type === ''))
      throw invalidField('components', 'must be components of a form, each with a type');
    try {
      return await context.transaction(async (trx: Trx) => {
        const { count } = await trx
          .selectFrom('form.snippet')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('team_id', '=', context.team.id)
          .where('created_by', '=', context.user.email)
          .executeTakeFirstOrThrow();
        if (count >= MOST)
          throw new Fault('PLAN_LIMIT', `You keep ${MOST} snippets. Delete one first.`, { status: 422 });
        return viewOf(
          context,
          await trx
            .insertInto('form.snippet')
            .values({
              team_id: context.team.id,
              name,
              components: JSON.stringify(writeForm({ ...emptyForm, components })['components']),
              shared,
              created_by: context.user.email,
            })
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
      });
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('NAME_EXISTS', 'You have a snippet with this name already.', {
        status: 409,
        details: { field: 'name' },
      });
    }
  }

  /** @throws Fault NOT_FOUND, also for one of somebody else. */
  async remove(context: RequestContext, id: number): Promise<void> {
    const { numDeletedRows } = await context.transaction((trx: Trx) =>
      trx
        .deleteFrom('form.snippet')
        .where('team_id', '=', context.team.id)
        .where('id', '=', id)
        .where('created_by', '=', context.user.email)
        .executeTakeFirstOrThrow(),
    );
    if (numDeletedRows === 0n) throw notFound('The snippet');
  }
}

const viewOf = (context: RequestContext, row: Selectable<FormTables['form.snippet']>): FormSnippet => ({
  id: row.id,
  name: row.name,
  components: row.components.map(each => ({ ...each })),
  shared: row.shared,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  own: row.created_by === context.user.email,
});
