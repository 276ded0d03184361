import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { Readable } from 'node:stream';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { extensionOf } from '#plugins/workspace/items/common/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemWriter } from '#plugins/workspace/items/server/kit/index.ts';
import type { CloudView } from '../common/cloud-view.ts';
import { cloudView } from './cloud-rows.ts';
import type { CloudRow, CloudTables } from './cloud-tables.ts';

/** The ending by which a file is read: `bin` files of nuScenes and others differ in it. */
export const cloudKind = (name: string): string => (/\.pcd\.bin$/i.test(name) ? 'pcd.bin' : extensionOf(name));

/** The point clouds of a team, one for each file. Items are rows that the caller sees. */
export class Clouds {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(Projects) private readonly projects: Projects,
    @inject(ItemWriter) private readonly writer: ItemWriter,
  ) {}

  /**
   * The cloud of an item's file; building it begins with the first question. Undefined of an item that has no file
   * here.
   */
  async of(context: RequestContext, item: ItemRow): Promise<CloudRow | undefined> {
    const { blob_hash: hash } = item;
    if (hash === null) return undefined;
    if ((await this.projects.facts(context, item.project_id))?.type !== ProjectType.PointCloud) return undefined;
    return context.transaction(async (trx: Kysely<CloudTables>) => {
      const known = await this.#ofFile(context, item);
      if (known !== undefined) return known;
      const made = await trx
        .insertInto('point_clouds.cloud')
        .values({ team_id: context.team.id, blob_hash: hash, kind: cloudKind(item.name) })
        .onConflict(taken => taken.columns(['team_id', 'blob_hash', 'kind']).doNothing())
        .returningAll()
        .executeTakeFirst();
      return made === undefined ? this.#ofFile(context, item) : this.#enqueue(context, made, item);
    });
  }

  /** The cloud of an item; undefined until it is built. */
  async viewOf(context: RequestContext, item: Pick<ItemRow, 'blob_hash' | 'name'>): Promise<CloudView | undefined> {
    const found = item.blob_hash === null ? undefined : await this.#ofFile(context, item);
    return found?.state === 'ready' ? cloudView(context, found) : undefined;
  }

  /**
   * The file of an item was received: gives it the pictures of its cloud, or begins to build one. Inside the caller's
   * transaction.
   */
  async received(context: RequestContext, item: ItemRow): Promise<void> {
    const cloud = await this.of(context, item);
    if (cloud === undefined || cloud.thumbnail_hash === null || cloud.lores_hash === null) return;
    await this.writer.setPictures(
      context,
      item.project_id,
      { blobHash: cloud.blob_hash },
      { thumbnailHash: cloud.thumbnail_hash, loresHash: cloud.lores_hash },
    );
  }

  /** Begins to build a cloud again whose building failed. */
  async again(context: RequestContext, item: ItemRow): Promise<CloudRow | undefined> {
    return context.transaction(async (trx: Kysely<CloudTables>) => {
      const failed = await trx
        .updateTable('point_clouds.cloud')
        .set({ state: 'waiting', error: null })
        .where('blob_hash', '=', item.blob_hash ?? '')
        .where('kind', '=', cloudKind(item.name))
        .where('state', '=', 'failed')
        .returningAll()
        .executeTakeFirst();
      return failed === undefined ? this.of(context, item) : this.#enqueue(context, failed, item);
    });
  }

  view(context: RequestContext, row: CloudRow): Promise<CloudView> {
    return cloudView(context, row);
  }

  /** The payload of a node. @throws Fault NOT_FOUND of one that is not there, or not yet. */
  async node(
    context: RequestContext,
    item: ItemRow,
    cloudId: number,
    { frame, node }: { readonly frame: number; readonly node: string },
  ): Promise<{ readonly size: number; readonly bytes: Readable }> {
    const found = await context.transaction((trx: Kysely<CloudTables>) =>
      trx
        .selectFrom('point_clouds.cloud as cloud')
        .innerJoin('point_clouds.node as node', join =>
          join.onRef('node.cloud_id', '=', 'cloud.id').onRef('node.team_id', '=', 'cloud.team_id'),
        )
        .select(['cloud.nodes_hash', 'node.first_byte', 'node.bytes'])
        .where('cloud.id', '=', cloudId)
        .where('cloud.blob_hash', '=', item.blob_hash ?? '')
        .where('node.frame', '=', frame)
        .where('node.name', '=', node)
        .executeTakeFirst(),
    );
    if (found === undefined || found.nodes_hash === null) throw notFound('The node');
    const first = Number(found.first_byte);
    const bytes = await this.blobs.get(found.nodes_hash, { first, last: first + found.bytes - 1 });
    if (bytes === undefined) throw notFound('The node');
    return { size: found.bytes, bytes };
  }

  /** A camera image. @throws Fault NOT_FOUND */
  async image(
    context: RequestContext,
    item: ItemRow,
    cloudId: number,
    { frame, image }: { readonly frame: number; readonly image: number },
  ): Promise<{ readonly mime: string; readonly size: number; readonly bytes: Readable }> {
    const found = await context.transaction((trx: Kysely<CloudTables>) =>
      trx
        .selectFrom('point_clouds.cloud as cloud')
        .innerJoin('point_clouds.image as image', join =>
          join.onRef('image.cloud_id', '=', 'cloud.id').onRef('image.team_id', '=', 'cloud.team_id'),
        )
        .select(['image.blob_hash', 'image.mime', 'image.bytes'])
        .where('cloud.id', '=', cloudId)
        .where('cloud.blob_hash', '=', item.blob_hash ?? '')
        .where('image.frame', '=', frame)
        .where('image.number', '=', image)
        .executeTakeFirst(),
    );
    const bytes = found === undefined ? undefined : await this.blobs.get(found.blob_hash);
    if (found === undefined || bytes === undefined) throw notFound('The image');
    return { mime: found.mime, size: found.bytes, bytes };
  }

  #ofFile(context: RequestContext, item: Pick<ItemRow, 'blob_hash' | 'name'>): Promise<CloudRow | undefined> {
    return context.transaction((trx: Kysely<CloudTables>) =>
      trx
        .selectFrom('point_clouds.cloud')
        .selectAll()
        .where('blob_hash', '=', item.blob_hash)
        .where('kind', '=', cloudKind(item.name))
        .executeTakeFirst(),
    );
  }

  async #enqueue(context: RequestContext, row: CloudRow, item: ItemRow): Promise<CloudRow> {
    const { id } = await this.jobs.enqueue(undefined, {
      teamId: context.team.id,
      plugin: 'point-clouds',
      name: 'build',
      creatorId: context.user.id,
      subject: { project_id: item.project_id, cloud_id: row.id, name: item.name },
    });
    return context.transaction((trx: Kysely<CloudTables>) =>
      trx
        .updateTable('point_clouds.cloud')
        .set({ job_id: id })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }
}
