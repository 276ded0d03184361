import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { annotationRows, annotationVersionRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { ConfusionRow } from '../../common/report.ts';
import type { FigureScope } from '../figure-scope.ts';
import { firstVerdicts } from '../verdicts.ts';
import { MOST_NAMED, named } from './report.ts';

type Trx = Kysely<unknown>;

interface Confused {
  readonly from_class: number | null;
  readonly to_class: number | null;
  readonly objects: number;
  readonly ids: readonly number[];
}

/** Reviewed items whose documents are compared, the newest first. */
const MOST_ITEMS = 2000;

/**
 * Returns the reviewers' changes of the classes that annotators chose: each object of the version they submitted beside
 * the object of that id as it is now. Items whose submitted version is no longer kept are left out.
 */
export async function confusion(
  context: RequestContext,
  scope: FigureScope,
  known: readonly AnnotationClass[],
): Promise<readonly ConfusionRow[]> {
  const team = context.team.id;
  const { rows } = await context.transaction((trx: Trx) =>
    sql<Confused>`
    with verdict as (select * from ${firstVerdicts(team, scope)} as verdict order by at desc limit ${MOST_ITEMS}),
    submitted as materialized (
      select verdict.item_id, version.document from verdict, lateral (
        select document from ${annotationVersionRows} as kept where kept.team_id = ${team}::int
          and kept.item_id = verdict.item_id and kept.updated_at <= verdict.submitted_at
        order by kept.revision desc limit 1
      ) as version where version.document is not null
    ),
    chosen as (
      select submitted.item_id, object.value ->> 'id' as id, coalesce((object.value ->> 'classId')::int, -1) as class_id
      from submitted, jsonb_array_elements(submitted.document -> 'instances') as object
    ),
    present as (
      select kept.item_id, object.value ->> 'id' as id, coalesce((object.value ->> 'classId')::int, -1) as class_id
      from ${annotationRows} as kept, jsonb_array_elements(coalesce(kept.document -> 'instances',
        '[]'::jsonb)) as object
      where kept.team_id = ${team}::int and kept.item_id in (select item_id from submitted)
    )
    select chosen.class_id as from_class, present.class_id as to_class, count(*)::int as objects,
      (array_agg(distinct coalesce(chosen.item_id, present.item_id)))[1:${sql.lit(MOST_NAMED)}] as ids
    from chosen full join present on present.item_id = chosen.item_id and present.id = chosen.id group by 1, 2
      order by 3 desc`.execute(trx),
  );
  const hidden = new Set(known.filter(each => scope.hiddenClasses.has(each.name)).map(each => each.id));
  const nameOf = (id: number | null): string | null =>
    id === null ? null : id === -1 ? 'No class' : (known.find(each => each.id === id)?.name ?? 'Deleted class');
  return rows
    .filter(row => !hidden.has(row.from_class ?? -1) && !hidden.has(row.to_class ?? -1))
    .map(({ ids, ...row }) => ({
      ...row,
      from_name: nameOf(row.from_class),
      to_name: nameOf(row.to_class),
      query: named(scope, ids),
    }));
}
