import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { SuggestionRef } from '../../common/suggestion-api.ts';
import type { Box, LikelyBox } from './likely-boxes.ts';

type Trx = Kysely<unknown>;

/** State of a suggestion, from what the object or picture has now; `gone` where it is there no more. */
type SuggestionState = 'open' | 'accepted' | 'rejected' | 'gone';

/** A layer as it is stored. */
export interface SetRow {
  readonly id: number;
  readonly project_id: number;
  readonly class_id: number;
  readonly kind: 'object' | 'tag' | 'box';
  readonly item_id: number;
  readonly creator: string;
  /** The job that looks for new boxes, and the number of pictures it has seen. */
  readonly job_id: string | null;
  readonly searched: number;
  /** Likeness from which suggestions are clearly more alike than what is usual in the project. */
  readonly clearly_alike: number;
  readonly created_at: Date;
}

/** A suggestion with its object as it is now, or with the frame of its picture. */
export interface SuggestionRow {
  readonly item_id: number;
  readonly key: string;
  readonly score: number;
  readonly state: SuggestionState;
  readonly position: number | null;
  readonly type: string | null;
  readonly class_id: number | null;
  readonly error: boolean | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** Similar objects or pictures, to be suggested. */
export interface SuggestionEntry {
  readonly item_id: number;
  readonly position: number;
  readonly score: number;
}

/** Reads all suggestions of a layer with their state, the most alike first. */
export async function suggestionRows(
  trx: Trx,
  context: RequestContext,
  { id, project_id: projectId, class_id: classId, kind }: SetRow,
): Promise<readonly SuggestionRow[]> {
  const state: RawBuilder<SuggestionState> = {
    object: sql<SuggestionState>`case when r.item_id is null then 'gone' when r.class_id = ${classId}::int then 'accepted' when own.rejected then 'rejected' else 'open' end`,
    // A box that was accepted is the object of that id, whatever became of it since.
    box: sql<SuggestionState>`case when r.item_id is not null then 'accepted' when own.rejected then 'rejected' else 'open' end`,
    tag: sql<SuggestionState>`case when exists (select from explore.instance as tag where tag.team_id = own.team_id and tag.item_id = own.item_id and tag.kind = 'tag' and tag.class_id = ${classId}::int)
          then 'accepted' when own.rejected then 'rejected' else 'open' end`,
  }[kind];
  const { rows } = await sql<SuggestionRow>`
    select own.item_id, own.key, own.score, ${state} as state, r.position, r.type, r.class_id, r.error,
      coalesce(r.x, own.x, 0) as x, coalesce(r.y, own.y, 0) as y, coalesce(r.width, own.width, item.width) as width, coalesce(r.height, own.height, item.height) as height
    from explore.suggestion as own
    join ${itemRows} as item on item.team_id = own.team_id and item.id = own.item_id and item.project_id = ${projectId}::int and item.deleted_at is null
    left join explore.instance as r on r.team_id = own.team_id and r.item_id = own.item_id and r.key = own.key and r.kind = 'object' and own.key <> ''
    where own.team_id = ${context.team.id}::int and own.set_id = ${id}::int
    order by own.score desc, own.item_id, own.key`.execute(trx);
  return rows;
}

/** Writes the suggestions of a layer; objects without an id and items that are gone are left out. */
export async function addSuggestions(
  trx: Trx,
  context: RequestContext,
  { id, project_id: projectId, kind }: SetRow,
  entries: readonly SuggestionEntry[],
): Promise<void> {
  const named =
    kind === 'object'
      ? sql`join explore.instance as r on r.team_id = ${context.team.id}::int and r.item_id = given.item_id and r.position = given.position and r.key is not null`
      : sql``;
  await sql`insert into explore.suggestion (team_id, project_id, set_id, item_id, key, score)
    select ${context.team.id}::int, ${projectId}::int, ${id}::int, given.item_id, ${kind === 'object' ? sql`r.key` : sql`''`}, given.score
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given (item_id int, position int, score double precision)
    join ${itemRows} as item on item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = given.item_id and item.deleted_at is null
    ${named} on conflict do nothing`.execute(trx);
}

/** Writes new boxes that are suggested for an item. */
export async function addBoxes(
  trx: Trx,
  context: RequestContext,
  { projectId, setId, itemId }: { readonly projectId: number; readonly setId: number; readonly itemId: number },
  boxes: readonly (LikelyBox & { readonly key: string })[],
): Promise<void> {
  await sql`insert into explore.suggestion (team_id, project_id, set_id, item_id, key, score, x, y, width, height)
    select ${context.team.id}::int, ${projectId}::int, ${setId}::int, item.id, given.key, given.score, given.x, given.y, given.width, given.height
    from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as given (key text, score double precision, x double precision, y double precision, width double precision, height double precision)
    join ${itemRows} as item on item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = ${itemId}::int and item.deleted_at is null`.execute(
    trx,
  );
}

/** Boxes around the objects of an item. */
export async function existingBoxes(trx: Trx, context: RequestContext, itemId: number): Promise<readonly Box[]> {
  const { rows } = await sql<Box>`select x, y, width, height from explore.instance
    where team_id = ${context.team.id}::int and item_id = ${itemId}::int and kind = 'object' and width > 0 and height > 0`.execute(
    trx,
  );
  return rows;
}

/** Marks suggestions of a layer as rejected, or opens them again. */
export async function markRejected(
  trx: Trx,
  context: RequestContext,
  setId: number,
  suggestions: readonly SuggestionRef[],
  rejected: boolean,
): Promise<void> {
  await sql`update explore.suggestion as own set rejected = ${rejected}::boolean
    from unnest(${suggestions.map(each => each.item_id)}::int[], ${suggestions.map(each => each.id)}::text[]) as given (item_id, key)
    where own.team_id = ${context.team.id}::int and own.set_id = ${setId}::int and own.item_id = given.item_id and own.key = given.key`.execute(
    trx,
  );
}

/** Items that have a class as a tag. */
export async function taggedItems(
  trx: Trx,
  context: RequestContext,
  projectId: number,
  classId: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ item_id: number }>`select distinct item_id from explore.instance
    where team_id = ${context.team.id}::int and project_id = ${projectId}::int and class_id = ${classId}::int and kind = 'tag'`.execute(
    trx,
  );
  return new Set(rows.map(each => each.item_id));
}
