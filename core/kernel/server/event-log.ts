import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { EventEnvelope } from '#core/api/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { ENDING } from '#core/data/server/index.ts';

/** Channel on which servers announce the team and the number of a new event. */
export const EVENTS_CHANNEL = 'loupe_event';

/** Longest catch-up; a tab that missed more reloads its lists instead. */
const CATCH_UP = 1000;

interface LogRow {
  readonly team_id: number;
  readonly seq: string;
  readonly name: string;
  readonly payload: unknown;
  readonly by_email: string | null;
  readonly at: Date;
}

const envelope = (row: LogRow): EventEnvelope => ({
  seq: Number(row.seq),
  name: row.name,
  teamId: row.team_id,
  payload: row.payload,
  ...(row.by_email === null ? {} : { by: row.by_email }),
  at: row.at.toISOString(),
});

/** An event that has no number yet. */
export interface NewEvent {
  readonly name: string;
  readonly payload: unknown;
  readonly by: string | undefined;
}

/**
 * Writes events as the last statement of the caller's transaction and gives them their numbers, in the given order. All
 * other events of the team wait for its end from here on. Other servers get the number of the last one when the
 * transaction commits.
 */
export async function appendEvents(
  database: Kysely<unknown>,
  teamId: number,
  events: readonly NewEvent[],
  announcement: Database['announcement'],
): Promise<readonly EventEnvelope[]> {
  const count = events.length;
  const { rows } = await sql<LogRow>`${sql.raw(ENDING)}
    with next as (
      insert into kernel.event_counter (team_id, seq) values (${teamId}::int, ${count}::int)
      on conflict (team_id) do update set seq = kernel.event_counter.seq + ${count}::int returning seq
    )
    insert into kernel.event_log (team_id, seq, name, payload, by_email)
    select ${teamId}::int, next.seq - ${count}::int + given.place, given.event->>'name', given.event->'payload', given.event->>'by'
    from next, jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as given (event, place)
    order by given.place
    returning *, (select ${announcement(EVENTS_CHANNEL, sql`concat(${teamId}::int, ' ', next.seq)`)} from next) as announced`.execute(
    database,
  );
  return rows.map(envelope).toSorted((one, other) => one.seq - other.seq);
}

/** Events after `seq`, oldest first. Undefined when they are more than the catch-up holds or the log was cut. */
export async function eventsSince(
  database: Kysely<unknown>,
  teamId: number,
  seq: number,
): Promise<readonly EventEnvelope[] | undefined> {
  const { rows } = await sql<LogRow>`
    select * from kernel.event_log where team_id = ${teamId} and seq > ${seq} order by seq limit ${CATCH_UP + 1}`.execute(
    database,
  );
  if (rows.length > CATCH_UP) return undefined;
  if (rows.length > 0 && Number(rows[0]!.seq) !== seq + 1) return undefined;
  return rows.map(envelope);
}

/** Number of the team's newest event, 0 when there is none. */
export async function newestEvent(database: Kysely<unknown>, teamId: number): Promise<number> {
  const { rows } = await sql<{ seq: string }>`select seq from kernel.event_counter where team_id = ${teamId}`.execute(
    database,
  );
  return Number(rows[0]?.seq ?? 0);
}

/** Drops events older than seven days; tabs that were away longer reload. */
export async function trimEvents(database: Kysely<unknown>): Promise<void> {
  await sql`delete from kernel.event_log where at < now() - interval '7 days'`.execute(database);
}
