import { inject, injectable } from 'inversify';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationBatches, annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ComponentRename } from '../common/form-difference.ts';
import { withRenamedValues } from '../common/renamed-values.ts';

/** Items whose values are moved at a time. */
const MANY = 100;

/** A JSON value as a list: itself, or the one thing that it is. */
const listed = (json: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case jsonb_typeof(${json}) when 'array' then ${json} else jsonb_build_array(${json}) end`;
const orEmpty = (json: RawBuilder<unknown>, type: 'array' | 'object'): RawBuilder<unknown> =>
  sql`case jsonb_typeof(${json}) when ${sql.lit(type)} then ${json} else ${sql.lit(type === 'array' ? '[]' : '{}')}::jsonb end`;

/** Ids of the components that a stored document has a value of, in either shape. */
const filled = sql`(
  select value.key as component from jsonb_each(${orEmpty(sql`kept.document -> 'data'`, 'object')}) as value
  where exists (select from jsonb_array_elements(${listed(sql`value.value`)}) as entry
    where coalesce(case jsonb_typeof(entry.value) when 'object' then entry.value -> 'value' else entry.value end, 'null'::jsonb) not in ('null'::jsonb, '""'::jsonb, '[]'::jsonb, '{}'::jsonb))
  union
  select coalesce(instance.value ->> 'component_id', instance.value ->> 'className') from jsonb_array_elements(${orEmpty(sql`kept.document -> 'instances'`, 'array')}) as instance
)`;

/** Values of a form in the stored items of a project. */
@injectable()
export class FormValueStore {
  constructor(@inject(AnnotationBatches) private readonly batches: AnnotationBatches) {}

  /**
   * Returns how many items hold a value of each of these components; components without any are left out. Reads every
   * document of the project.
   */
  async count(
    context: RequestContext,
    projectId: number,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<{ component: string; items: number }>`
      select filled.component, count(*)::int as items
      from ${itemRows} as item join ${annotationRows} as kept on kept.team_id = item.team_id and kept.item_id = item.id
      cross join lateral ${filled} as filled
      where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null and filled.component = any(${ids}::text[])
      group by filled.component`.execute(trx),
    );
    return new Map(rows.map(each => [each.component, each.items]));
  }

  /**
   * Puts the values of renamed components under their new ids, inside the caller's transaction. Answers how many items
   * that touched.
   */
  async rename(context: RequestContext, projectId: number, renames: readonly ComponentRename[]): Promise<number> {
    if (renames.length === 0) return 0;
    const names = new Map(renames.map(each => [each.from, each.to]));
    let touched = 0;
    for (let after = 0; ;) {
      const { rows } = await context.transaction((trx: Kysely<unknown>) =>
        sql<ItemRow & { stored: unknown }>`
        select item.*, kept.document as stored
        from ${itemRows} as item join ${annotationRows} as kept on kept.team_id = item.team_id and kept.item_id = item.id
        where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null and item.id > ${after}::int
          and exists (select from ${filled} as filled where filled.component = any(${[...names.keys()]}::text[]))
        order by item.id limit ${sql.lit(MANY)}`.execute(trx),
      );
      const last = rows.at(-1);
      if (last === undefined) return touched;
      touched += rows.length;
      after = last.id;
      await this.batches.put(
        context,
        projectId,
        rows.map(({ stored, ...item }) => {
          const document = withRenamedValues(isRecord(stored) ? stored : {}, names);
          const { instances } = document;
          return {
            item,
            json: JSON.stringify(document),
            instanceCount: Array.isArray(instances) ? instances.length : 0,
            warnings: [],
            missingResources: { class: [], attribute: [], attributeGroup: [], template: [] },
          };
        }),
      );
    }
  }
}
