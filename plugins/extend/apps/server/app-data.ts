import { createHash } from 'node:crypto';
import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { AppDataUse } from '../common/api.ts';
import { MOST_DATA, MOST_ITEM_DATA } from '../common/app.ts';
import { AppOpenings } from './app-openings.ts';
import type { AppsTables } from './apps-tables.ts';

type Trx = Kysely<AppsTables>;

/** Items whose data is listed. */
const MOST_LARGEST = 20;

/** Stored value of an app, with the mark of its version; `none` where there is nothing. */
export interface StoredValue {
  readonly value: unknown;
  readonly etag: string;
}

const NOTHING: StoredValue = { value: null, etag: 'none' };
const etagOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
const read = (row: { readonly value: string; readonly etag: string } | undefined): StoredValue =>
  row === undefined ? NOTHING : { value: JSON.parse(row.value) as unknown, etag: row.etag };

/**
 * Data of apps: one JSON value for the team, and one per item. Whoever may open the app, and see the item, reads and
 * writes them.
 */
@injectable()
export class AppData {
  constructor(
    @inject(AppOpenings) private readonly openings: AppOpenings,
    @inject(Items) private readonly items: Items,
  ) {}

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, appId: number): Promise<StoredValue> {
    await this.openings.demand(context, appId);
    return context.transaction(async (trx: Trx) =>
      read(
        await trx.selectFrom('apps.app_data').select(['value', 'etag']).where('app_id', '=', appId).executeTakeFirst(),
      ),
    );
  }

  /** @throws Fault NOT_FOUND, CONFLICT with the present etag, DATA_TOO_LARGE */
  async put(context: RequestContext, appId: number, value: unknown, etag: string | undefined): Promise<StoredValue> {
    await this.openings.demand(context, appId);
    const written = textOf(value, MOST_DATA);
    await context.transaction(async (trx: Trx) => {
      // Nobody else decides meanwhile what the present value is.
      await trx.selectFrom('apps.app').select('id').where('id', '=', appId).forUpdate().execute();
      const present = await trx
        .selectFrom('apps.app_data')
        .select('etag')
        .where('app_id', '=', appId)
        .executeTakeFirst();
      demandEtag(etag, present?.etag);
      await trx
        .insertInto('apps.app_data')
        .values({ team_id: context.team.id, app_id: appId, ...written })
        .onConflict(conflicting => conflicting.columns(['team_id', 'app_id']).doUpdateSet(written))
        .execute();
    });
    return { value, etag: written.etag };
  }

  /** @throws Fault NOT_FOUND for an app that the caller may not open and an item that they do not see */
  async getOfItem(context: RequestContext, appId: number, itemId: number): Promise<StoredValue> {
    await this.#demandItem(context, appId, itemId, 'ViewItem');
    return context.transaction(async (trx: Trx) =>
      read(
        await trx
          .selectFrom('apps.item_data')
          .select(['value', 'etag'])
          .where('app_id', '=', appId)
          .where('item_id', '=', itemId)
          .executeTakeFirst(),
      ),
    );
  }

  /**
   * @throws Fault NOT_FOUND, FORBIDDEN for who may look at the item only, CONFLICT with the present etag,
   * DATA_TOO_LARGE
   */
  async putOfItem(
    context: RequestContext,
    appId: number,
    itemId: number,
    value: unknown,
    etag: string | undefined,
  ): Promise<StoredValue> {
    await this.#demandItem(context, appId, itemId, 'AnnotateItem');
    const written = textOf(value, MOST_ITEM_DATA);
    await context.transaction(async (trx: Trx) => {
      await trx.selectFrom('apps.app').select('id').where('id', '=', appId).forUpdate().execute();
      const present = await trx
        .selectFrom('apps.item_data')
        .select('etag')
        .where('app_id', '=', appId)
        .where('item_id', '=', itemId)
        .executeTakeFirst();
      demandEtag(etag, present?.etag);
      await trx
        .insertInto('apps.item_data')
        .values({ team_id: context.team.id, app_id: appId, item_id: itemId, ...written })
        .onConflict(conflicting => conflicting.columns(['team_id', 'app_id', 'item_id']).doUpdateSet(written))
        .execute();
    });
    return { value, etag: written.etag };
  }

  /**
   * Returns the storage of the app and the items with most of it, of all projects: who manages apps is a team admin and
   * sees them all.
   * @throws Fault NOT_FOUND
   */
  async use(context: RequestContext, appId: number): Promise<AppDataUse> {
    await this.openings.demand(context, appId);
    return context.transaction(async (trx: Trx) => {
      const bytes = sql<number>`octet_length(value)::int`;
      const ofTeam = await trx
        .selectFrom('apps.app_data')
        .select(bytes.as('bytes'))
        .where('app_id', '=', appId)
        .executeTakeFirst();
      const ofItems = await trx
        .selectFrom('apps.item_data')
        .select([
          sql<number>`count(*)::int`.as('count'),
          sql<string>`coalesce(sum(octet_length(value)), 0)`.as('bytes'),
        ])
        .where('app_id', '=', appId)
        .executeTakeFirstOrThrow();
      const largest = await trx
        .selectFrom('apps.item_data as kept')
        .innerJoin(itemRows.as('item'), join =>
          join.onRef('item.team_id', '=', 'kept.team_id').onRef('item.id', '=', 'kept.item_id'),
        )
        .innerJoin(projectRows.as('project'), join =>
          join.onRef('project.team_id', '=', 'item.team_id').onRef('project.id', '=', 'item.project_id'),
        )
        .select([
          'item.id as item_id',
          'item.project_id',
          'item.name',
          'project.name as project',
          sql<number>`octet_length(kept.value)::int`.as('bytes'),
        ])
        .where('kept.app_id', '=', appId)
        .where('item.deleted_at', 'is', null)
        .where('project.deleted_at', 'is', null)
        .orderBy(sql`octet_length(kept.value)`, 'desc')
        .orderBy('item.id')
        .limit(MOST_LARGEST)
        .execute();
      return {
        team: { bytes: ofTeam?.bytes ?? 0, limit: MOST_DATA },
        items: { count: ofItems.count, bytes: Number(ofItems.bytes), limit: MOST_ITEM_DATA },
        largest,
      };
    });
  }

  async #demandItem(
    context: RequestContext,
    appId: number,
    itemId: number,
    action: 'ViewItem' | 'AnnotateItem',
  ): Promise<void> {
    await this.openings.demand(context, appId);
    const item = await this.items.get(context, itemId);
    await context.demand('ViewItem', { projectId: item.project_id });
    if (action !== 'ViewItem') await context.demand(action, { projectId: item.project_id });
  }
}

function demandEtag(asked: string | undefined, present = NOTHING.etag): void {
  if (asked !== undefined && asked !== present) throw conflict({ etag: present });
}

function textOf(value: unknown, most: number): { readonly value: string; readonly etag: string } {
  const text = JSON.stringify(value ?? null);
  const bytes = Buffer.byteLength(text);
  if (bytes > most)
    throw new Fault(
      'DATA_TOO_LARGE',
      `The data has ${bytes} bytes as JSON; at most ${most} are kept. Keep less, or spread it over items.`,
      { status: 422, details: { bytes, limit: most } },
    );
  return { value: text, etag: etagOf(text) };
}
