import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, IncomingFiles, JobRun } from '#core/data/server/index.ts';
import { BlobsToken, IncomingToken } from '#core/kernel/server/index.ts';
import type { FileSize, ReceivedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemWriter, lastingFailure, withStoredFile } from '#plugins/workspace/items/server/kit/index.ts';
import type { NodePoints } from '../common/cloud-node.ts';
import { decodeNode } from '../common/cloud-node.ts';
import type { CloudPose } from '../common/cloud-view.ts';
import { storeCloud } from './cloud-rows.ts';
import type { BuiltRows } from './cloud-rows.ts';
import type { CloudRow, CloudTables } from './cloud-tables.ts';
import type { BuiltCloud } from './octree/build-cloud.ts';
import { openReader } from './readers/open-reader.ts';
import { runBuilder } from './run-builder.ts';
import type { ScanArchive } from './scan-archive.ts';
import { openScanArchive } from './scan-archive.ts';
import { heightRange, topView } from './top-view.ts';

const subject = z.object({ project_id: z.int(), cloud_id: z.int(), name: z.string() });

/** Message of a failure whose reason is not one for people. */
const FAILED = 'Something went wrong while the point cloud was prepared. Prepare it again.';

/** Sides of the pictures of items, in pixels. */
const THUMBNAIL = 256;
const LORES = 1024;
/** Nodes that the pictures are drawn of. */
const DRAWN_NODES = 9;

/** Frames and cameras of an archive. */
interface ArchiveFacts {
  readonly times: readonly number[];
  readonly poses: readonly (CloudPose | null)[];
  readonly images: BuiltRows['images'];
}

const isArchive = (name: string): boolean => /\.zip$/i.test(name);

/** Builds the octrees of point clouds, as a job. */
export class CloudBuilding {
  constructor(
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
    @inject(ItemWriter) private readonly writer: ItemWriter,
  ) {}

  /**
   * Reads the header of a file that is about to become an item.
   * @throws Fault ASSET_UNREADABLE, ARCHIVE_REFUSED, naming what is wrong.
   */
  async examine({ path, name }: ReceivedFile): Promise<FileSize> {
    if (isArchive(name)) (await openScanArchive(path)).close();
    else await (await openReader(path, name, `${path}-unpacked`)).close();
    return { width: null, height: null };
  }

  /** The job. What it makes replaces what an earlier run made. @throws Fault ASSET_UNREADABLE, STORAGE_FULL. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly points: number; readonly dropped: number }> {
    const asked = subject.parse(run.subject);
    const cloud = await context.transaction((trx: Kysely<CloudTables>) =>
      trx
        .updateTable('point_clouds.cloud')
        .set({ state: 'building' })
        .where('id', '=', asked.cloud_id)
        .returningAll()
        .executeTakeFirst(),
    );
    if (cloud === undefined) throw new Fault('NOT_FOUND', `${asked.name} is no longer there.`, { status: 404 });
    try {
      return await this.#build(run, context, asked, cloud);
    } catch (error) {
      const failure = lastingFailure(run, error, FAILED);
      if (failure !== undefined)
        await context.transaction((trx: Kysely<CloudTables>) =>
          trx
            .updateTable('point_clouds.cloud')
            .set({ state: 'failed', error: failure })
            .where('id', '=', cloud.id)
            .execute(),
        );
      throw error;
    }
  }

  async #build(
    run: JobRun,
    context: RequestContext,
    asked: z.output<typeof subject>,
    cloud: CloudRow,
  ): Promise<{ readonly points: number; readonly dropped: number }> {
    return withStoredFile(
      { blobs: this.blobs, incoming: this.incoming },
      { hash: cloud.blob_hash, name: asked.name },
      run,
      async path => {
        const folder = `${path}-cloud`;
        try {
          await mkdir(folder, { mode: 0o700 });
          const output = join(folder, 'nodes');
          let facts: ArchiveFacts | undefined;
          let inputs = [{ path, name: basename(asked.name) }];
          if (isArchive(asked.name)) {
            const archive = await openScanArchive(path);
            try {
              inputs = await this.#unpack(run, archive, folder);
              facts = await this.#archiveFacts(run, archive);
            } finally {
              archive.close();
            }
          }
          await runBuilder({ inputs, output }, run.signal, done =>
            run.progress(Math.round(done * 100), 100, `${Math.round(done * 100)} % of the points`),
          );
          const built = JSON.parse(await readFile(`${output}.json`, 'utf8')) as BuiltCloud;
          const rows = await this.#rows(built, facts, output);
          await storeCloud(context, cloud.id, rows);
          await this.writer.setPictures(context, asked.project_id, { blobHash: cloud.blob_hash }, rows);
          const sum = (count: (frame: BuiltCloud['frames'][number]) => number): number =>
            built.frames.reduce((all, each) => all + count(each), 0);
          return { points: sum(each => each.points), dropped: sum(each => each.dropped) };
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    );
  }

  async #unpack(run: JobRun, archive: ScanArchive, folder: string): Promise<{ path: string; name: string }[]> {
    const inputs: { path: string; name: string }[] = [];
    for (const [frame, { name }] of archive.layout.frames.entries()) {
      run.signal.throwIfAborted();
      const path = join(folder, `scan-${frame}`);
      await this.incoming.assertSpace(0);
      await archive.unpack(frame, path);
      inputs.push({ path, name });
    }
    return inputs;
  }

  async #archiveFacts(run: JobRun, archive: ScanArchive): Promise<ArchiveFacts> {
    const images: BuiltRows['images'][number][] = [];
    for (const frame of archive.layout.frames.keys()) {
      run.signal.throwIfAborted();
      for (const [number, { bytes, mime, facts }] of (await archive.images(frame)).entries()) {
        const { hash } = await this.blobs.put(Readable.from([bytes]));
        images.push({ frame, number, hash, mime, bytes: bytes.length, facts });
      }
    }
    return { times: await archive.times(), poses: await archive.poses(), images };
  }

  async #rows(built: BuiltCloud, archive: ArchiveFacts | undefined, output: string): Promise<BuiltRows> {
    const { unit, axes, fields, channels } = built;
    const { hash } = await this.blobs.put(createReadStream(output));
    return {
      facts: { unit, axes, fields: [...fields], channels: [...channels] },
      nodesHash: hash,
      ...(await this.#pictures(built, output)),
      frames: built.frames.map(({ file, points, offset, min, max, intensity, pose, nodes }, at) => ({
        facts: {
          timestamp: archive?.times[at] ?? 0,
          file,
          points,
          offset: [...offset],
          min: [...min],
          max: [...max],
          intensity: intensity === null ? null : [...intensity],
          pose: archive?.poses[at] ?? pose,
        },
        nodes,
      })),
      images: archive?.images ?? [],
    };
  }

  /** Draws the first frame from above. */
  async #pictures(
    { frames, channels }: BuiltCloud,
    output: string,
  ): Promise<{ readonly thumbnailHash: string; readonly loresHash: string }> {
    const { nodes, min, max } = frames[0]!;
    const handle = await open(output);
    try {
      const drawn: { points: NodePoints; min: [number, number, number] }[] = [];
      for (const { first, size, min: corner } of nodes.slice(0, DRAWN_NODES)) {
        const { buffer } = await handle.read(Buffer.alloc(size), 0, size, first);
        drawn.push({ points: decodeNode(buffer, channels), min: corner });
      }
      const range = heightRange(drawn);
      const keep = async (side: number): Promise<string> => {
        const pixels = topView(drawn, min, max, range, side);
        const picture = sharp(pixels, { raw: { width: side, height: side, channels: 3 } }).webp({ quality: 82 });
        return (await this.blobs.put(Readable.from([await picture.toBuffer()]))).hash;
      };
      return { thumbnailHash: await keep(THUMBNAIL), loresHash: await keep(LORES) };
    } finally {
      await handle.close();
    }
  }
}
