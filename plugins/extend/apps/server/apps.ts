import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { demandBelowLimit } from '#core/data/server/index.ts';
import type { RowLimit } from '#core/data/server/index.ts';
import type { AppFiles, AppGrant, AppState, AppView } from '../common/app.ts';
import { MOST_APPS } from '../common/app.ts';
import { readManifest } from '../common/read-manifest.ts';
import { AppOpenings } from './app-openings.ts';
import { appViews, asksOf, demandManifest, demandSize } from './app-views.ts';
import type { AppRow, AppsTables } from './apps-tables.ts';

type Trx = Kysely<AppsTables>;

export interface AppFilter {
  readonly offset: number;
  readonly limit: number;
  readonly text?: string | undefined;
  readonly state?: AppState | undefined;
}

const LIMIT: RowLimit = { table: 'apps.app', most: MOST_APPS, code: 'APP_LIMIT', things: 'apps' };

const NOTHING_GRANTED: AppGrant = { capabilities: [], hosts: [], open: [] };

/** The apps of a team and the sources that are being written. */
@injectable()
export class Apps {
  constructor(@inject(AppOpenings) private readonly openings: AppOpenings) {}

  /** By name. */
  async search(
    context: RequestContext,
    { offset, limit, text, state }: AppFilter,
  ): Promise<{ data: AppView[]; total_count: number }> {
    const like = `%${(text ?? '').trim().replaceAll(/[\\%_]/g, found => `\\${found}`)}%`;
    return context.transaction(async (trx: Trx) => {
      const name = sql<string>`lower(coalesce(published, manifest) ->> 'name')`;
      const matching = trx
        .selectFrom('apps.app')
        .where(
          sql<boolean>`((coalesce(published, manifest) ->> 'name') ilike ${like} or (coalesce(published, manifest) ->> 'description') ilike ${like})`,
        )
        .$if(state !== undefined, query => query.where('state', '=', state!));
      const rows = await matching.selectAll().orderBy(name).orderBy('id').offset(offset).limit(limit).execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { data: await appViews(trx, rows), total_count: count };
    });
  }

  /** @throws Fault INVALID_FIELD for the manifest, APP_TOO_LARGE, APP_LIMIT */
  async create(context: RequestContext, files: AppFiles): Promise<AppView> {
    demandSize(files);
    const manifest = JSON.stringify(demandManifest(files));
    return context.transaction(async (trx: Trx) => {
      await demandBelowLimit(trx, context.team.id, LIMIT);
      const row = await trx
        .insertInto('apps.app')
        .values({
          team_id: context.team.id,
          state: 'draft',
          manifest,
          granted: JSON.stringify(NOTHING_GRANTED),
          author_email: context.user.email,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('apps.draft')
        .values({ team_id: context.team.id, app_id: row.id, files: JSON.stringify(files), revision: 1 })
        .execute();
      return (await appViews(trx, [row]))[0]!;
    });
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, id: number): Promise<AppView & { draft: { files: AppFiles; revision: number } }> {
    return context.transaction(async (trx: Trx) => {
      const view = (await appViews(trx, [await this.row(trx, id)]))[0]!;
      const { files, revision } = await trx
        .selectFrom('apps.draft')
        .select(['files', 'revision'])
        .where('app_id', '=', id)
        .executeTakeFirstOrThrow();
      return { ...view, draft: { files: JSON.parse(files) as AppFiles, revision } };
    });
  }

  /**
   * Keeps sources as they are, whether they can be published or not; the list follows a manifest that can be read.
   * @throws Fault NOT_FOUND, APP_TOO_LARGE, CONFLICT with the present revision
   */
  async save(
    context: RequestContext,
    id: number,
    files: AppFiles,
    revision: number,
  ): Promise<AppView & { revision: number }> {
    demandSize(files);
    const { manifest } = readManifest(files);
    return context.transaction(async (trx: Trx) => {
      await this.row(trx, id);
      const text = JSON.stringify(files);
      const present = await trx
        .selectFrom('apps.draft')
        .selectAll()
        .where('app_id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      // Sent once more after an answer was lost: what is there is what is wanted.
      const repeated = present.revision === revision + 1 && present.files === text;
      if (present.revision !== revision && !repeated) throw conflict({ revision: present.revision });
      if (!repeated)
        await trx
          .updateTable('apps.draft')
          .set({ files: text, revision: revision + 1 })
          .where('app_id', '=', id)
          .execute();
      const row = await trx
        .updateTable('apps.app')
        .set({ updated_at: new Date(), ...(manifest === undefined ? {} : { manifest: JSON.stringify(manifest) }) })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { ...(await appViews(trx, [row]))[0]!, revision: revision + 1 };
    });
  }

  /** @throws Fault NOT_FOUND */
  async remove(context: RequestContext, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      await this.row(trx, id);
      await trx.deleteFrom('apps.app').where('id', '=', id).execute();
    });
    this.openings.forget();
  }

  /** @throws Fault NOT_FOUND, APP_NOT_PUBLISHED */
  async setState(context: RequestContext, id: number, state: 'published' | 'disabled'): Promise<AppView> {
    return this.#change(context, id, row => {
      if (row.version === null)
        throw new Fault(
          'APP_NOT_PUBLISHED',
          'The app was never published, so there is nothing to switch. Publish it in the app editor.',
          { status: 422 },
        );
      return { state };
    });
  }

  /** @throws Fault NOT_FOUND, INVALID_FIELD for what the app does not ask for */
  async grant(context: RequestContext, id: number, grant: AppGrant): Promise<AppView> {
    return this.#change(context, id, row => {
      const asks = asksOf(row);
      grant.capabilities.forEach((each, index) => {
        if (!asks.capabilities.includes(each))
          throw invalidField(`capabilities.${index}`, `the app does not ask for “${each}”`);
      });
      grant.hosts.forEach((each, index) => {
        if (!asks.hosts.includes(each)) throw invalidField(`hosts.${index}`, `the app does not ask for ${each}`);
      });
      return {
        granted: JSON.stringify({
          capabilities: [...new Set(grant.capabilities)],
          hosts: [...new Set(grant.hosts)],
          open: [...new Set(grant.open)],
        } satisfies AppGrant),
      };
    });
  }

  /** One app, locked until the transaction ends. @throws Fault NOT_FOUND */
  async row(trx: Trx, id: number): Promise<AppRow> {
    const row = await trx.selectFrom('apps.app').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined) throw notFound('The app');
    return row;
  }

  async #change(
    context: RequestContext,
    id: number,
    change: (row: AppRow) => { readonly state?: AppState; readonly granted?: string },
  ): Promise<AppView> {
    const view = await context.transaction(async (trx: Trx) => {
      const row = await trx
        .updateTable('apps.app')
        .set({ ...change(await this.row(trx, id)), updated_at: new Date() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return (await appViews(trx, [row]))[0]!;
    });
    this.openings.forget();
    return view;
  }
}
