import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { classTypeNames } from '#plugins/workspace/classes/common/index.ts';
import { quoted } from '../../common/query-text.ts';
import type { AttributeRow, ClassRow } from '../../common/report.ts';
import type { FigureScope } from '../figure-scope.ts';
import { hiddenClassIds } from './cards.ts';
import { shareOf } from './report.ts';

type Trx = Kysely<unknown>;

/** Narrows a condition on objects to those of the people whose work counts. */
const ownOnly = ({ people }: FigureScope): string =>
  people === undefined ? '' : ` AND createdBy IN [${people.map(quoted).join(', ')}]`;

/** Objects and items of each class, in the order of the classes; then those of no class and of deleted ones. */
export async function classes(
  context: RequestContext,
  scope: FigureScope,
  known: readonly AnnotationClass[],
): Promise<readonly ClassRow[]> {
  const rows = await context.transaction(
    async (trx: Trx) =>
      (
        await sql<{ class_id: number; objects: number; items: number; approved: number; disapproved: number }>`
    select class_id, sum(objects)::int as objects, count(*)::int as items,
      sum(approved)::int as approved, sum(disapproved)::int as disapproved
    from (
      select counted.class_id, counted.item_id, sum(counted.objects) as objects, sum(counted.approved) as approved,
        sum(counted.disapproved) as disapproved
      from analytics.object_count as counted join ${scope.items} as item on item.id = counted.item_id
    where counted.team_id = ${context.team.id}::int
      and ${scope.people === undefined ? sql`true` : scope.counts(sql.ref('counted.email'))}
      and not (counted.class_id = any(${[...(await hiddenClassIds(trx, context, scope))]}::int[]))
      group by counted.class_id, counted.item_id
    ) as per_item group by class_id`.execute(trx)
      ).rows,
  );
  const counts = new Map(rows.map(row => [row.class_id, row]));
  const total = rows.reduce((sum, row) => sum + row.objects, 0);
  const own = ownOnly(scope);
  const shown = known.filter(each => !scope.hiddenClasses.has(each.name));
  const named = shown.map(({ id, name, color, type }) => ({
    class_id: id,
    name,
    color,
    kind: classTypeNames[type],
    query: `instance(className = ${quoted(name)}${own})`,
  }));
  const others = rows
    .filter(row => !shown.some(each => each.id === row.class_id))
    .map(({ class_id: id }) => ({
      class_id: id,
      name: id === -1 ? 'No class' : 'Deleted class',
      color: null,
      kind: classTypeNames[1],
      query: `instance(${id === -1 ? 'className = none' : `classId = ${id}`}${own})`,
    }));
  return [...named, ...others].map(each => {
    const { objects = 0, items = 0, approved = 0, disapproved = 0 } = counts.get(each.class_id) ?? {};
    return {
      ...each,
      objects,
      items,
      approved,
      disapproved,
      share: shareOf(objects, total),
      query: scope.query(each.query),
    };
  });
}

/**
 * Answers to each attribute group: every value of a radio or checklist group, and how often a number or text is
 * filled in.
 */
export async function attributes(
  context: RequestContext,
  scope: FigureScope,
  known: readonly AnnotationClass[],
  classId?: number,
): Promise<readonly AttributeRow[]> {
  const { rows } = await context.transaction((trx: Trx) =>
    sql<{ group_id: number; value_id: number; answers: number; items: number }>`
    select counted.group_id, counted.value_id, sum(counted.answers)::int as answers,
      count(distinct counted.item_id)::int as items
    from analytics.answer_count as counted join ${scope.items} as item on item.id = counted.item_id
    where counted.team_id = ${context.team.id}::int and ${scope.counts(sql.ref('counted.email'))}
    group by counted.group_id, counted.value_id`.execute(trx),
  );
  const counts = new Map(rows.map(row => [`${row.group_id} ${row.value_id}`, row]));
  const groups = known
    .filter(each => (classId === undefined || each.id === classId) && !scope.hiddenClasses.has(each.name))
    .flatMap(owner => owner.attribute_groups.map(group => ({ owner, group })));
  return groups.flatMap(({ owner, group }) => {
    const values: readonly { readonly id: number | null; readonly name: string | null }[] =
      group.attributes.length === 0 ? [{ id: null, name: null }] : group.attributes;
    const total = values.reduce((sum, { id }) => sum + (counts.get(`${group.id} ${id ?? 0}`)?.answers ?? 0), 0);
    return values.map(({ id, name }) => {
      const { answers = 0, items = 0 } = counts.get(`${group.id} ${id ?? 0}`) ?? {};
      const answered =
        name === null
          ? `attributes.group = ${quoted(group.name)}`
          : `attribute.${`\`${group.name}\``} = ${quoted(name)}`;
      return {
        class_id: owner.id,
        class_name: owner.name,
        group_id: group.id,
        group_name: group.name,
        value_id: id,
        value: name,
        answers,
        items,
        share: shareOf(answers, total),
        query: scope.query(`instance(className = ${quoted(owner.name)} AND ${answered}${ownOnly(scope)})`),
      };
    });
  });
}
