import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidFields } from '#core/base/common/index.ts';
import type { AppManifest } from '#sdk/app/app-manifest.ts';
import type { AppFiles, AppView } from '../common/app.ts';
import { MOST_SOURCE } from '../common/app.ts';
import { readManifest, sourceBytes } from '../common/read-manifest.ts';
import type { AppRow, AppsTables } from './apps-tables.ts';

/** Most files of an app: more are no sources that people write. */
const MOST_FILES = 500;

/** @throws Fault APP_TOO_LARGE naming the size and the limit, in bytes */
export function demandSize(files: AppFiles): number {
  const bytes = sourceBytes(files);
  if (bytes > MOST_SOURCE)
    throw new Fault(
      'APP_TOO_LARGE',
      `The sources have ${bytes} bytes; at most ${MOST_SOURCE} are allowed. Take large files out.`,
      { status: 422, details: { bytes, limit: MOST_SOURCE } },
    );
  const count = Object.keys(files).length;
  if (count > MOST_FILES)
    throw new Fault('APP_TOO_LARGE', `The app has ${count} files; at most ${MOST_FILES} are allowed.`, {
      status: 422,
      details: { count, limit: MOST_FILES },
    });
  return bytes;
}

/** @throws Fault INVALID_FIELD naming the file and every field that is wrong */
export function demandManifest(files: AppFiles): AppManifest {
  const { manifest, problems } = readManifest(files);
  if (manifest === undefined)
    throw invalidFields(
      problems.map(({ file, field, reason }) => ({ field: field === '' ? file : `${file}: ${field}`, reason })),
    );
  return manifest;
}

/** Returns the requests of a draft and a published version together. */
export function asksOf({ manifest, published }: Pick<AppRow, 'manifest' | 'published'>): AppView['asks'] {
  const all = published === null ? [manifest] : [published, manifest];
  return {
    capabilities: [...new Set(all.flatMap(each => each.capabilities))],
    hosts: [...new Set(all.flatMap(each => each.hosts ?? []))],
    commands: [...new Set(all.flatMap(each => (each.commands ?? []).map(command => command.title)))],
  };
}

/** Apps as the list shows them: as they are published, or as they are being written when they never were. */
export async function appViews(trx: Kysely<AppsTables>, rows: readonly AppRow[]): Promise<AppView[]> {
  const ids = rows.map(each => each.id);
  const wrong =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('apps.call')
          .select(['app_id', sql<number>`count(*)::int`.as('count')])
          .where('outcome', '<>', 'done')
          .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
          .where(sql<boolean>`app_id = any(${ids}::int[])`)
          .groupBy('app_id')
          .execute();
  return rows.map(row => {
    const shown = row.published ?? row.manifest;
    return {
      id: row.id,
      team_id: row.team_id,
      name: shown.name,
      description: shown.description ?? '',
      icon: shown.icon ?? 'apps',
      state: row.state,
      version: row.version,
      mounts: [...shown.mounts] as AppView['mounts'],
      asks: asksOf(row),
      grant: row.granted,
      author: row.author_email,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      publishedAt: row.published_at?.toISOString() ?? null,
      errors24h: wrong.find(each => each.app_id === row.id)?.count ?? 0,
    };
  });
}
