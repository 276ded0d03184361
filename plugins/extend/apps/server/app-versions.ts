import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { conflict, Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AppManifest } from '#sdk/app/app-manifest.ts';
import type { AppFiles, AppGrant, AppView } from '../common/app.ts';
import { MOST_BUNDLE } from '../common/app.ts';
import { withoutSamples } from '../common/samples.ts';
import { AppOpenings } from './app-openings.ts';
import { appViews, demandManifest, demandSize } from './app-views.ts';
import { Apps } from './apps.ts';
import type { AppRow, AppsTables } from './apps-tables.ts';

type Trx = Kysely<AppsTables>;

/** Versions of an app that are kept; the oldest go first. */
const MOST_VERSIONS = 100;

interface NewVersion {
  readonly manifest: AppManifest;
  readonly files: string;
  readonly code: string;
  readonly note: string;
  readonly bytes: number;
}

interface VersionView {
  version: number;
  note: string;
  author: string;
  createdAt: string;
  manifest: AppManifest;
  sourceBytes: number;
}

/**
 * Published versions of apps. Publishing widens no grant: what a version newly asks for stays refused until somebody
 * allows it.
 */
@injectable()
export class AppVersions {
  constructor(
    @inject(Apps) private readonly apps: Apps,
    @inject(AppOpenings) private readonly openings: AppOpenings,
  ) {}

  /**
   * @throws Fault NOT_FOUND, INVALID_FIELD for the manifest, APP_TOO_LARGE, BUNDLE_TOO_LARGE, CONFLICT when the draft
   * was changed since it was built
   */
  async publish(
    context: RequestContext,
    appId: number,
    { revision, code, note }: { readonly revision: number; readonly code: string; readonly note: string },
  ): Promise<AppView> {
    const size = Buffer.byteLength(code);
    if (size > MOST_BUNDLE)
      throw new Fault(
        'BUNDLE_TOO_LARGE',
        `The built app has ${size} bytes; at most ${MOST_BUNDLE} are allowed. Take out what it does not need.`,
        { status: 422, details: { bytes: size, limit: MOST_BUNDLE } },
      );
    return this.#add(context, appId, async trx => {
      const draft = await trx
        .selectFrom('apps.draft')
        .selectAll()
        .where('app_id', '=', appId)
        .executeTakeFirstOrThrow();
      if (draft.revision !== revision) throw conflict({ revision: draft.revision });
      const files = withoutSamples(JSON.parse(draft.files) as AppFiles);
      return { manifest: demandManifest(files), files: JSON.stringify(files), code, note, bytes: demandSize(files) };
    });
  }

  /** Newest first, without sources. @throws Fault NOT_FOUND */
  async list(context: RequestContext, appId: number): Promise<VersionView[]> {
    return context.transaction(async (trx: Trx) => {
      await this.apps.row(trx, appId);
      const rows = await trx
        .selectFrom('apps.version')
        .select(['version', 'note', 'author_email', 'created_at', 'manifest', 'source_bytes'])
        .where('app_id', '=', appId)
        .orderBy('version', 'desc')
        .execute();
      return rows.map(viewOf);
    });
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, appId: number, version: number): Promise<VersionView & { files: AppFiles }> {
    const row = await context.transaction((trx: Trx) => find(trx, appId, version));
    return { ...viewOf(row), files: JSON.parse(row.files) as AppFiles };
  }

  /** The earlier version as a new one; the draft stays as it is. @throws Fault NOT_FOUND */
  async rollBack(context: RequestContext, appId: number, version: number): Promise<AppView> {
    return this.#add(context, appId, async trx => {
      const row = await find(trx, appId, version);
      return {
        manifest: row.manifest,
        files: row.files,
        code: row.code,
        note: `Version ${version} again`,
        bytes: row.source_bytes,
      };
    });
  }

  /** The script of a version, for who may open the app. @throws Fault NOT_FOUND */
  async script(context: RequestContext, appId: number, version: number): Promise<string> {
    const { app, manages } = await this.openings.demand(context, appId);
    if (!manages && app.version !== version) throw notFound('The version');
    return (await context.transaction((trx: Trx) => find(trx, appId, version))).code;
  }

  async #add(context: RequestContext, appId: number, make: (trx: Trx) => Promise<NewVersion>): Promise<AppView> {
    const view = await context.transaction(async (trx: Trx) => {
      const row = await this.apps.row(trx, appId);
      const { manifest, files, code, note, bytes } = await make(trx);
      const version = (row.version ?? 0) + 1;
      const text = JSON.stringify(manifest);
      await trx
        .insertInto('apps.version')
        .values({
          team_id: context.team.id,
          app_id: appId,
          version,
          manifest: text,
          files,
          code,
          note,
          source_bytes: bytes,
          author_email: context.user.email,
        })
        .execute();
      await trx
        .deleteFrom('apps.version')
        .where('app_id', '=', appId)
        .where('version', '<=', version - MOST_VERSIONS)
        .execute();
      const changed = await trx
        .updateTable('apps.app')
        .set({
          version,
          published: text,
          published_at: new Date(),
          updated_at: new Date(),
          granted: JSON.stringify(stillAsked(row, manifest)),
          ...(row.state === 'draft' ? { state: 'published' as const } : {}),
        })
        .where('id', '=', appId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return (await appViews(trx, [changed]))[0]!;
    });
    this.openings.forget();
    return view;
  }
}

/**
 * Returns the requests that are not yet granted: what an app asks for again after it went without must be allowed
 * again.
 */
function stillAsked({ granted, manifest: draft }: AppRow, manifest: AppManifest): AppGrant {
  const asked = [manifest, draft];
  return {
    ...granted,
    capabilities: granted.capabilities.filter(each => asked.some(one => one.capabilities.includes(each))),
    hosts: granted.hosts.filter(each => asked.some(one => one.hosts?.includes(each) === true)),
  };
}

type VersionRow = {
  readonly version: number;
  readonly note: string;
  readonly author_email: string;
  readonly created_at: Date;
  readonly manifest: AppManifest;
  readonly source_bytes: number;
};
const viewOf = (row: VersionRow): VersionView => ({
  version: row.version,
  note: row.note,
  author: row.author_email,
  createdAt: row.created_at.toISOString(),
  manifest: row.manifest,
  sourceBytes: row.source_bytes,
});

async function find(
  trx: Trx,
  appId: number,
  version: number,
): Promise<VersionRow & { readonly files: string; readonly code: string }> {
  const row = await trx
    .selectFrom('apps.version')
    .selectAll()
    .where('app_id', '=', appId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw notFound('The version');
  return row;
}
