import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { EntityPair, Template, TemplateChange, TemplateDraft } from '../common/template.ts';
import { components, FIELD_LIMIT, LAST_CLIENT_COMPONENT, payloadProblem } from '../common/template.ts';
import { CustomFieldsHooks } from './custom-fields-hooks.ts';
import type { CustomFieldsTables, TemplateRow } from './custom-fields-tables.ts';

type Trx = Kysely<CustomFieldsTables>;

/** Custom fields of a team. */
@injectable()
export class FieldTemplates {
  constructor(@inject(CustomFieldsHooks) private readonly hooks: CustomFieldsHooks) {}

  /** Stored fields of a pair in the order of the team, new ones last. Scripts get only the components they know. */
  async stored(context: RequestContext, pair: EntityPair): Promise<readonly Template[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('custom_fields.template')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('pair', '=', pair)
        .orderBy('position')
        .orderBy('id')
        .execute(),
    );
    return rows
      .map(templateView)
      .filter(each => context.credential !== 'sdk' || each.component_id <= LAST_CLIENT_COMPONENT);
  }

  /** Stored and computed fields of a pair. */
  async all(context: RequestContext, pair: EntityPair, projectId: number | undefined): Promise<readonly Template[]> {
    const computed = await this.hooks.computed.promise(context, [], pair, projectId);
    const [entity, parentEntity] = pair.split('/') as [string, string];
    const now = new Date(0).toISOString();
    return [
      ...(await this.stored(context, pair)),
      ...computed.map((each): Template => ({
        id: each.id,
        team_id: context.team.id,
        name: each.name,
        entity,
        parentEntity,
        component_id: components.numeric,
        component_payload: {},
        access: {},
        createdAt: now,
        updatedAt: now,
      })),
    ];
  }

  /** Throws INVALID_FIELD when the payload does not fit, NAME_EXISTS, or PLAN_LIMIT beyond 100. */
  async create(context: RequestContext, pair: EntityPair, draft: TemplateDraft): Promise<Template> {
    const payload = draft.component_payload ?? {};
    demandPayload(draft.component_id, payload);
    return this.#onUniqueViolation(() =>
      context.transaction(async (trx: Trx) => {
        const { count } = await trx
          .selectFrom('custom_fields.template')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('team_id', '=', context.team.id)
          .where('pair', '=', pair)
          .executeTakeFirstOrThrow();
        if (count >= FIELD_LIMIT)
          throw new Fault('PLAN_LIMIT', `There can be at most ${FIELD_LIMIT} custom fields here.`, { status: 422 });
        return templateView(
          await trx
            .insertInto('custom_fields.template')
            .values({
              team_id: context.team.id,
              pair,
              name: draft.name,
              component_id: draft.component_id,
              component_payload: JSON.stringify(payload),
              access: JSON.stringify(draft.access ?? {}),
            })
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
      }),
    );
  }

  async update(context: RequestContext, id: number, change: TemplateChange): Promise<Template> {
    const before = await context.transaction((trx: Trx) =>
      trx.selectFrom('custom_fields.template').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    if (before === undefined) throw notFound('The custom field');
    const payload = change.component_payload ?? before.component_payload;
    demandPayload(before.component_id, payload);
    return this.#onUniqueViolation(() =>
      context.transaction(async (trx: Trx) =>
        templateView(
          await trx
            .updateTable('custom_fields.template')
            .set({
              name: change.name ?? before.name,
              component_payload: JSON.stringify(payload),
              access: JSON.stringify(change.access ?? before.access),
              updated_at: new Date(),
            })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        ),
      ),
    );
  }

  async remove(context: RequestContext, id: number): Promise<void> {
    const gone = await context.transaction((trx: Trx) =>
      trx.deleteFrom('custom_fields.template').where('id', '=', id).returning('id').executeTakeFirst(),
    );
    if (gone === undefined) throw notFound('The custom field');
  }

  /** Returns how many values a field has. Throws NOT_FOUND. */
  async usage(context: RequestContext, id: number): Promise<number> {
    return context.transaction(async (trx: Trx) => {
      const found = await trx
        .selectFrom('custom_fields.template')
        .select('id')
        .where('team_id', '=', context.team.id)
        .where('id', '=', id)
        .executeTakeFirst();
      if (found === undefined) throw notFound('The custom field');
      return (
        await trx
          .selectFrom('custom_fields.value')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('team_id', '=', context.team.id)
          .where('template_id', '=', id)
          .executeTakeFirstOrThrow()
      ).count;
    });
  }

  /**
   * Puts the fields of a pair in this order; those not named come after. Throws NOT_FOUND for an id that is no field of
   * the pair.
   */
  async reorder(context: RequestContext, pair: EntityPair, ids: readonly number[]): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const known = await trx
        .selectFrom('custom_fields.template')
        .select('id')
        .where('team_id', '=', context.team.id)
        .where('pair', '=', pair)
        .orderBy('position')
        .orderBy('id')
        .forUpdate()
        .execute();
      if (ids.some(id => !known.some(each => each.id === id))) throw notFound('The custom field');
      const order = [...new Set([...ids, ...known.map(each => each.id)])];
      for (const [position, id] of order.entries())
        await trx
          .updateTable('custom_fields.template')
          .set({ position })
          .where('team_id', '=', context.team.id)
          .where('id', '=', id)
          .execute();
    });
  }

  async #onUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('NAME_EXISTS', 'A custom field with this name already exists.', {
        status: 409,
        details: { field: 'name' },
      });
    }
  }
}

function demandPayload(component: number, payload: Template['component_payload']): void {
  const problem = payloadProblem(component, payload);
  if (problem !== undefined) throw invalidField(problem.field, problem.reason);
}

function templateView(row: TemplateRow): Template {
  const [entity, parentEntity] = row.pair.split('/') as [string, string];
  return {
    id: row.id,
    team_id: row.team_id,
    name: row.name,
    entity,
    parentEntity,
    component_id: row.component_id,
    component_payload: row.component_payload,
    access: row.access,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
