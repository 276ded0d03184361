import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { attachedItemNameProblem } from '../common/item-name.ts';
import { Folders } from './folders.ts';
import { ItemQuota } from './item-quota.ts';
import { ItemStatuses } from './item-statuses.ts';
import type { ItemRow, UploadedFile } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** An item to be made. */
export interface NewItem {
  readonly name: string;
  /** 1 upload, 2 address, 3 integration, 4 generated. */
  readonly source: 1 | 2 | 3 | 4;
  /** Address of the file, or its place in the integration. */
  readonly url?: string | undefined;
  readonly integrationId?: number | undefined;
  readonly file?: UploadedFile | undefined;
  /** Pixels of the upright image. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const WRITTEN = [
  'team_id',
  'project_id',
  'folder_id',
  'annotation_status',
  'name',
  'source',
  'url',
  'integration_id',
  'blob_hash',
  'mime',
  'size',
  'width',
  'height',
  'thumbnail_hash',
  'lores_hash',
  'thumbnail_mime',
  'lores_mime',
] as const;

/** Image of items: a file here, or one at an address with its size in pixels. */
export type PictureSource =
  | { readonly blobHash: string }
  | { readonly url: string; readonly width: number; readonly height: number };

/** Makes items of files that are already somewhere, many at a time in one statement. Rights are asked before. */
export class ItemWriter {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /**
   * Adds items to a folder in the given order; names that are taken are left out. Answers those that were made. The
   * first status of the project's workflow unless `status` is given.
   * @throws Fault INVALID_FIELD for a name or a status; FOLDER_LIMIT, PROJECT_LIMIT (422). Nothing is written then.
   */
  async add(
    context: RequestContext,
    folder: FolderRow,
    items: readonly NewItem[],
    status?: number,
  ): Promise<readonly ItemRow[]> {
    for (const { name } of items) {
      const problem = attachedItemNameProblem(name);
      if (problem !== undefined) throw invalidField('name', `${JSON.stringify(name.slice(0, 60))}: ${problem}`);
    }
    if (items.length === 0) return [];
    const projectId = folder.project_id;
    if (status !== undefined) await this.statuses.check(context, projectId, status);
    const begin = status ?? (await this.statuses.of(context, projectId)).start;
    const given = JSON.stringify(
      items.map(({ file, ...item }, place) => ({
        place,
        name: item.name,
        source: item.source,
        url: item.url,
        integration_id: item.integrationId,
        width: item.width,
        height: item.height,
        blob_hash: file?.hash,
        mime: file?.mime,
        size: file?.size,
        thumbnail_hash: file?.thumbnailHash,
        lores_hash: file?.loresHash,
        thumbnail_mime: file?.thumbnailHash === undefined ? undefined : file.smallMime,
        lores_mime: file?.loresHash === undefined ? undefined : file.smallMime,
      })),
    );
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      await this.folders.hold(context, [folder.id]);
      const rows = (await trx
        .insertInto('items.item')
        .columns([...WRITTEN])
        .expression(
          sql`
        select ${context.team.id}::int, ${projectId}::int, ${folder.id}::int, ${begin}::smallint, name, source, url, integration_id, blob_hash, mime, size, width, height, thumbnail_hash, lores_hash, thumbnail_mime, lores_mime
        from jsonb_to_recordset(${given}::jsonb) as given (place int, name text, source smallint, url text, integration_id int, blob_hash text, mime text, size bigint, width int, height int, thumbnail_hash text, lores_hash text, thumbnail_mime text, lores_mime text)
        order by place` as never,
        )
        .onConflict(taken =>
          taken.columns(['team_id', 'folder_id', 'name']).where('deleted_at', 'is', null).doNothing(),
        )
        .returningAll()
        .execute()) as ItemRow[];
      if (rows.length > 0) {
        await this.quota.demand(context, folder, 0);
        await this.hooks.created.promise(context, projectId, rows);
      }
      await this.statuses.announce(
        context,
        projectId,
        rows.map(row => row.id),
        folder.id,
      );
      return rows;
    });
  }

  /** Gives the items of a project that have this image the smaller pictures made of it. */
  async setPictures(
    context: RequestContext,
    projectId: number,
    source: PictureSource,
    pictures: { readonly thumbnailHash: string; readonly loresHash: string },
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      const changed = trx
        .updateTable('items.item')
        .set({ thumbnail_hash: pictures.thumbnailHash, lores_hash: pictures.loresHash })
        .where('project_id', '=', projectId)
        .returning('id');
      const rows = await (
        'blobHash' in source
          ? changed.where('blob_hash', '=', source.blobHash)
          : changed
              .set({ width: source.width, height: source.height })
              .where('url', '=', source.url)
              .where('blob_hash', 'is', null)
              .where('integration_id', 'is', null)
      ).execute();
      await this.statuses.announce(
        context,
        projectId,
        rows.map(row => row.id),
      );
    });
  }

  /**
   * Gives items of one project another file; what they had of an earlier one goes. Inside the caller's transaction or
   * in one of its own.
   */
  async setFiles(
    context: RequestContext,
    projectId: number,
    files: ReadonlyMap<number, Pick<UploadedFile, 'hash' | 'mime' | 'size'>>,
  ): Promise<void> {
    if (files.size === 0) return;
    const given = JSON.stringify([...files].map(([id, { hash, mime, size }]) => ({ id, hash, mime, size })));
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await sql`update items.item set source = 1, url = null, integration_id = null, blob_hash = given.hash, mime = given.mime, size = given.size, width = null, height = null, thumbnail_hash = null,
        lores_hash = null, thumbnail_mime = null, lores_mime = null, display_hash = null, content_length = null, updated_at = now()
        from jsonb_to_recordset(${given}::jsonb) as given (id int, hash text, mime text, size bigint)
        where items.item.team_id = ${context.team.id}::int and items.item.project_id = ${projectId}::int and items.item.id = given.id`.execute(
        trx,
      );
      await this.statuses.announce(context, projectId, [...files.keys()]);
    });
  }
}
