import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { agreedItemRows } from '#plugins/review/agreement/server/kit/index.ts';
import { quoted } from '../../common/query-text.ts';
import type { QualityRow, ReasonRow, Series } from '../../common/report.ts';
import type { FigureScope } from '../figure-scope.ts';
import { firstVerdicts } from '../verdicts.ts';
import { people, peopleChoices } from './people.ts';
import { MOST_NAMED, named, shareOf } from './report.ts';

type Trx = Kysely<unknown>;

const HOUR_MS = 3_600_000;

interface Checked {
  readonly email: string;
  readonly checked: number;
  readonly disapproved: number;
}
interface Verdict {
  readonly email: string;
  readonly reviewed: number;
  readonly accepted: number;
  readonly accepted_ids: readonly number[] | null;
  readonly returned_ids: readonly number[] | null;
}
interface Agreed {
  readonly email: string;
  readonly f1: number;
  readonly ids: readonly number[];
}

/**
 * Returns the quality of each person's work, as far as others have reviewed it. People nobody has looked at are left
 * out.
 */
export async function quality(context: RequestContext, scope: FigureScope): Promise<readonly QualityRow[]> {
  const team = context.team.id;
  const { verdicts, checked, agreed } = await context.transaction(async (trx: Trx) => ({
    verdicts: (
      await sql<Verdict>`
      select annotator as email, count(*)::int as reviewed, (count(*) filter (where accepted))::int as accepted,
        (array_agg(item_id order by at desc) filter (where accepted))[1:${sql.lit(MOST_NAMED)}] as accepted_ids,
        (array_agg(item_id order by at desc) filter (where not accepted))[1:${sql.lit(MOST_NAMED)}] as returned_ids
      from ${firstVerdicts(team, scope)} as verdict group by annotator`.execute(trx)
    ).rows,
    checked: (
      await sql<Checked>`
      select counted.email, sum(counted.approved + counted.disapproved)::int as checked,
        sum(counted.disapproved)::int as disapproved
      from analytics.object_count as counted join ${scope.items} as item on item.id = counted.item_id
      where counted.team_id = ${team}::int and counted.email <> '' and ${scope.counts(sql.ref('counted.email'))}
        group by counted.email`.execute(trx)
    ).rows,
    agreed: context.enabled('agreement')
      ? (
          await sql<Agreed>`
      select lower(person.email) as email, avg((pair.value ->> 'f1')::float8)::float8 as f1,
        (array_agg(distinct kept.item_id))[1:${sql.lit(MOST_NAMED)}] as ids
      from ${agreedItemRows} as kept join ${scope.items} as item on item.id = kept.item_id,
        jsonb_array_elements(kept.pairs) as pair (value),
        lateral (values (kept.people ->> (pair.value ->> 'one')::int),
          (kept.people ->> (pair.value ->> 'other')::int)) as person (email)
      where kept.team_id = ${team}::int and kept.project_id = ${scope.projectId}::int
        and ${scope.counts(sql.ref('person.email'))} group by 1`.execute(trx)
        ).rows
      : [],
  }));
  const listed = await people(context, scope);
  return listed.flatMap(person => {
    const verdict = verdicts.find(each => each.email === person.email);
    const objects = checked.find(each => each.email === person.email);
    const agreement = agreed.find(each => each.email === person.email);
    if (verdict === undefined && (objects?.checked ?? 0) === 0 && agreement === undefined) return [];
    return [
      {
        ...peopleChoices([person])[0]!,
        reviewed: verdict?.reviewed ?? 0,
        accepted: verdict?.accepted ?? 0,
        acceptance: verdict === undefined ? null : verdict.accepted / verdict.reviewed,
        objects_checked: objects?.checked ?? 0,
        objects_disapproved: objects?.disapproved ?? 0,
        agreement: agreement?.f1 ?? null,
        objects_per_hour:
          person.time_ms === null || person.time_ms === 0 ? null : person.objects / (person.time_ms / HOUR_MS),
        accepted_query: named(scope, verdict?.accepted_ids),
        returned_query: named(scope, verdict?.returned_ids),
        disapproved_query:
          (objects?.disapproved ?? 0) === 0
            ? null
            : scope.query(`instance(createdBy = ${quoted(person.email)} AND error = true)`),
        agreement_query: named(scope, agreement?.ids),
      },
    ];
  });
}

/** The share of each person's items accepted at first, by the week of the verdict, named by its Monday. */
export async function qualityOverTime(context: RequestContext, scope: FigureScope): Promise<readonly Series[]> {
  const { rows } = await context.transaction((trx: Trx) =>
    sql<{ email: string; week: string; share: number }>`
    select annotator as email, to_char(date_trunc('week', at at time zone ${scope.timeZone}::text), 'YYYY-MM-DD') as week,
      (count(*) filter (where accepted))::float8 / count(*) as share
    from ${firstVerdicts(context.team.id, scope)} as verdict group by 1, 2 order by 1, 2`.execute(trx),
  );
  const names = new Map(
    scope.members.map(each => [
      each.email.toLowerCase(),
      `${each.firstName ?? ''} ${each.lastName ?? ''}`.trim() || each.address,
    ]),
  );
  return [...new Set(rows.map(each => each.email))].map(email => ({
    key: email,
    label: names.get(email) || email,
    points: rows.filter(each => each.email === email).map(({ week, share }) => [week, share]),
  }));
}

/** Why objects were disapproved, the most frequent reason first. */
export async function reasons(context: RequestContext, scope: FigureScope): Promise<readonly ReasonRow[]> {
  const { rows } = await context.transaction((trx: Trx) =>
    sql<{ reason: string; objects: number; items: number }>`
    select (array_agg(counted.reason
      order by counted.reason))[1] as reason, sum(counted.objects)::int as objects,
      count(distinct counted.item_id)::int as items
    from analytics.reason_count as counted join ${scope.items} as item on item.id = counted.item_id
    where counted.team_id = ${context.team.id}::int and ${scope.counts(sql.ref('counted.email'))}
    group by lower(counted.reason) order by 2 desc, 1 limit 200`.execute(trx),
  );
  const total = rows.reduce((sum, row) => sum + row.objects, 0);
  return rows.map(row => ({
    ...row,
    share: shareOf(row.objects, total),
    query: scope.query(`comment(text CONTAINS ${quoted(row.reason)})`),
  }));
}
