import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import type { UploadedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ObjectTables, StagedUploadTable } from './object-tables.ts';
import { S3Refusal } from './s3-refusal.ts';
import type { UploadGrant } from './upload-keys.ts';

export type StagedUploadRow = Selectable<StagedUploadTable>;

/** A file as it was kept. */
export interface StagedFile {
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  readonly mime: string;
  /** MD5 as hex. */
  readonly etag: string;
}

/** The smaller pictures that the public client puts beside an original. */
export interface StagedPicture extends StagedFile {
  readonly siblings: { readonly thumb?: StagedFile; readonly lores?: StagedFile; readonly huge?: StagedFile };
}

const SIBLINGS = ['thumb', 'lores', 'huge'] as const;
/**
 * Time for which a file waits to become an item: the keys' hour, and time for a slow script to register what it put.
 */
const WAIT = '24 hours';
/** Most bytes that one person may put within an hour: bytes, and files. */
const MOST_BYTES = 5 * 1024 ** 3;
const MOST_FILES = 20_000;

const fileOf = (row: StagedUploadRow): StagedFile => ({
  hash: row.blob_hash,
  size: Number(row.size),
  mime: row.mime,
  etag: row.etag,
});

/** Files that were put under a key and wait to become items. */
export class StagedUploads {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /**
   * The files under these keys of a project, with their smaller pictures; a key nobody put, or too long ago, is left
   * out. They stay until they expire, so that a call that is repeated answers the same.
   */
  async take(
    context: RequestContext,
    projectId: number,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, StagedPicture>> {
    if (keys.length === 0) return new Map();
    const asked = keys.flatMap(key => [key, ...SIBLINGS.flatMap(each => siblingKeys(key, each))]);
    const rows = await context.transaction((trx: Kysely<ObjectTables>) =>
      trx
        .selectFrom('s3_ingest.staged_upload')
        .selectAll()
        .where('project_id', '=', projectId)
        .where(sql<boolean>`key = any(${asked}::text[])`)
        .where('expires_at', '>', sql<Date>`now()`)
        .execute(),
    );
    const found = new Map(rows.map(row => [row.key, fileOf(row)]));
    return new Map(
      keys.flatMap(key => {
        const file = found.get(key);
        if (file === undefined) return [];
        const siblings = Object.fromEntries(
          SIBLINGS.flatMap(each => {
            const sibling = siblingKeys(key, each)
              .map(name => found.get(name))
              .find(other => other !== undefined);
            return sibling === undefined ? [] : [[each, sibling] as const];
          }),
        );
        return [[key, { ...file, siblings }] as const];
      }),
    );
  }

  /** The same as items take it. */
  async resolve(
    context: RequestContext,
    projectId: number,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, UploadedFile>> {
    const taken = await this.take(context, projectId, keys);
    return new Map(
      [...taken].map(
        ([
          key,
          {
            hash,
            size,
            mime,
            siblings: { lores, thumb },
          },
        ]) => [
          key,
          {
            hash,
            size,
            mime,
            smallMime: 'image/jpeg',
            ...(lores === undefined ? {} : { loresHash: lores.hash }),
            ...(thumb === undefined ? {} : { thumbnailHash: thumb.hash }),
          },
        ],
      ),
    );
  }

  /**
   * @throws S3Refusal QuotaExceeded when the person put all that one may put within an hour; `size` are the bytes to
   * come, if known.
   */
  assertQuota(grant: UploadGrant, key: string, size = 0): Promise<void> {
    return this.database.tenant<ObjectTables>(grant.teamId).transaction(async trx => {
      // By the expiry, which has an index.
      const { bytes, files } = await trx
        .selectFrom('s3_ingest.staged_upload')
        .select([sql<string>`coalesce(sum(size), 0)`.as('bytes'), sql<number>`count(*)::int`.as('files')])
        .where('team_id', '=', grant.teamId)
        .where('creator_email', '=', grant.creator)
        .where('key', '!=', key)
        .where('expires_at', '>', sql<Date>`now() + ${sql.lit(WAIT)}::interval - interval '1 hour'`)
        .executeTakeFirstOrThrow();
      if (files >= MOST_FILES || Number(bytes) >= MOST_BYTES || Number(bytes) + size > MOST_BYTES) {
        throw new S3Refusal(
          'QuotaExceeded',
          `Within an hour one person can put ${MOST_FILES} files with ${MOST_BYTES / 1024 ** 3} GB. Go on later.`,
          403,
        );
      }
    });
  }

  /**
   * Keeps what was put under a key, in place of what was there; false when the project is gone. Forgets what has
   * expired.
   * @throws S3Refusal QuotaExceeded.
   */
  async keep(grant: UploadGrant, key: string, file: StagedFile): Promise<boolean> {
    return this.database.tenant<ObjectTables>(grant.teamId).transaction(async trx => {
      const project = await trx
        .selectFrom(projectRows.as('project'))
        .select('id')
        .where('id', '=', grant.projectId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (project === undefined) return false;
      // One at a time for each person: what is put is counted.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`s3-ingest.creator/${grant.teamId}/${grant.creator}`}, 0))`.execute(
        trx,
      );
      await this.assertQuota(grant, key, file.size);
      const values = {
        blob_hash: file.hash,
        size: file.size,
        mime: file.mime,
        etag: file.etag,
        creator_email: grant.creator,
        created_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + ${sql.lit(WAIT)}::interval`,
      };
      await trx
        .deleteFrom('s3_ingest.staged_upload')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute();
      await trx
        .insertInto('s3_ingest.staged_upload')
        .values({ team_id: grant.teamId, project_id: grant.projectId, key, ...values })
        .onConflict(taken => taken.columns(['team_id', 'key']).doUpdateSet(values))
        .execute();
      return true;
    });
  }

  /** Returns the file that was put under a key with keys of the same grant. */
  async find(grant: UploadGrant, key: string): Promise<StagedUploadRow | undefined> {
    return this.database.tenant<ObjectTables>(grant.teamId).transaction(trx =>
      trx
        .selectFrom('s3_ingest.staged_upload')
        .selectAll()
        .where('project_id', '=', grant.projectId)
        .where('key', '=', key)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst(),
    );
  }
}

/** `a.jpg___thumb.jpg`; without the ending of the original as well. */
function siblingKeys(key: string, word: (typeof SIBLINGS)[number]): readonly string[] {
  const stem = key.replace(/\.[^./]*$/, '');
  return [...new Set([key, stem])].map(each => `${each}___${word}.jpg`);
}
