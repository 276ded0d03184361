import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { SplitResult } from '../../common/snapshot-api.ts';
import type { SplitGroup, SplitItem, SplitStratum } from '../../common/split-items.ts';
import { splitItems } from '../../common/split-items.ts';
import { Pictures } from '../pictures/pictures.ts';
import type { SearchPlace } from '../searches.ts';
import { Searches } from '../searches.ts';
import { Subsets } from '../subsets.ts';

type Trx = Kysely<unknown>;

/** Most items of one split. */
const MOST_ITEMS = 200_000;
/** Items put into a subset at a time. */
const PART = 5000;

/** A split as it is asked for. */
export interface AskedSplit {
  readonly parts: readonly { readonly name: string; readonly share: number }[];
  readonly stratify: SplitStratum;
  readonly group: SplitGroup;
  readonly preview: boolean;
}

/** Divides items among subsets by shares, and keeps those where they are that were placed before. */
export class ItemSplits {
  constructor(
    @inject(Searches) private readonly searches: Searches,
    @inject(Subsets) private readonly subsets: Subsets,
    @inject(Pictures) private readonly pictures: Pictures,
  ) {}

  /** @throws Fault INVALID_FIELD, TOO_MANY_ITEMS (422), SIMILARITY_NOT_READY (409), QUERY_SYNTAX (400). */
  async split(
    context: RequestContext,
    place: SearchPlace,
    query: string | undefined,
    { parts, stratify, group, preview }: AskedSplit,
  ): Promise<SplitResult> {
    const { projectId } = place;
    const names = parts.map(each => each.name.trim());
    const keys = names.map(each => each.toLowerCase());
    if (new Set(keys).size < names.length) throw invalidField('parts', 'give each part another name');
    if (group === 'duplicates') await this.pictures.demandReady(context, projectId);
    const ids = await this.searches.ids(context, place, query, { offset: 0, limit: MOST_ITEMS + 1 });
    if (ids.length > MOST_ITEMS)
      throw new Fault('TOO_MANY_ITEMS', `At most ${MOST_ITEMS} items are divided at once. Narrow the query down.`, {
        status: 422,
        details: { limit: MOST_ITEMS },
      });
    return context.transaction(async (trx: Trx) => {
      const known = new Map(
        (
          await sql<{
            id: number;
            name: string;
          }>`select id, name from explore.subset where team_id = ${context.team.id}::int and project_id = ${projectId}::int and lower(name) = any(${keys}::text[])`.execute(
            trx,
          )
        ).rows.map(row => [row.name.toLowerCase(), row.id]),
      );
      const subsetIds = keys.map(key => known.get(key));
      const items = await this.#items(trx, context, ids, subsetIds, { stratify, group });
      const placed = splitItems(
        items,
        parts.map(each => each.share),
      );
      const added = names.map((_, part) => [...placed].filter(([, at]) => at === part).map(([id]) => id));
      if (!preview) {
        const missing = names.filter(name => !known.has(name.toLowerCase()));
        const made = missing.length === 0 ? [] : await this.subsets.create(context, projectId, missing);
        for (const each of made) known.set(each.name.toLowerCase(), each.id);
        for (const [part, key] of keys.entries())
          for (let start = 0; start < added[part]!.length; start += PART)
            await this.subsets.change(
              context,
              { projectId, subsetId: known.get(key)! },
              'ATTACH',
              added[part]!.slice(start, start + PART),
              undefined,
            );
      }
      return {
        total: items.length,
        kept: items.filter(each => each.part !== undefined).length,
        parts: names.map((name, part) => ({
          subset_id: known.get(keys[part]!) ?? null,
          name,
          before: items.filter(each => each.part === part).length,
          added: added[part]!.length,
        })),
      };
    });
  }

  /** Items with their stratum, their group and the part they are in. */
  async #items(
    trx: Trx,
    context: RequestContext,
    ids: readonly number[],
    subsetIds: readonly (number | undefined)[],
    { stratify, group }: Pick<AskedSplit, 'stratify' | 'group'>,
  ): Promise<readonly SplitItem[]> {
    const stratum = {
      none: sql`''`,
      status: sql`item.annotation_status::text`,
      folder: sql`item.folder_id::text`,
      // The rarest class of the item's objects: common ones even out by themselves.
      class: sql`coalesce((select r.class_id from explore.instance as r join uses on uses.class_id = r.class_id where r.team_id = item.team_id and r.item_id = item.id order by uses.items, r.class_id limit 1)::text, '')`,
    }[stratify];
    const together = {
      none: sql`item.id::text`,
      folder: sql`item.folder_id::text`,
      duplicates: sql`coalesce((select 'g' || picture.duplicate_group from explore.picture as picture where picture.team_id = item.team_id and picture.item_id = item.id), item.id::text)`,
    }[group];
    const { rows } = await sql<{ id: number; stratum: string; together: string; subset_id: number | null }>`
      with found as (select item.* from ${itemRows} as item where item.team_id = ${context.team.id}::int and item.id = any(${[...ids]}::int[])),
        uses as (select r.class_id, count(distinct r.item_id) as items from explore.instance as r join found on found.team_id = r.team_id and found.id = r.item_id group by r.class_id)
      select item.id, ${stratum} as stratum, ${together} as together,
        (select kept.subset_id from explore.subset_item as kept where kept.team_id = item.team_id and kept.item_id = item.id and kept.subset_id = any(${subsetIds.filter(each => each !== undefined)}::int[]) order by kept.subset_id limit 1) as subset_id
      from found as item order by item.id`.execute(trx);
    return rows.map(row => ({
      id: row.id,
      stratum: row.stratum,
      group: row.together,
      part: row.subset_id === null ? undefined : subsetIds.indexOf(row.subset_id),
    }));
  }
}
