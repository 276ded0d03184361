import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { CloudFrame, CloudImage, CloudView } from '../common/cloud-view.ts';
import type { CloudFacts, CloudRow, CloudTables, FrameFacts, ImageFacts } from './cloud-tables.ts';
import type { WrittenNode } from './octree/node-sink.ts';

/** Rows written at a time. */
const STEP = 500;

/** Result of a job for a file. */
export interface BuiltRows {
  readonly facts: CloudFacts;
  readonly nodesHash: string;
  readonly thumbnailHash: string;
  readonly loresHash: string;
  readonly frames: readonly { readonly facts: FrameFacts; readonly nodes: readonly WrittenNode[] }[];
  readonly images: readonly {
    readonly frame: number;
    readonly number: number;
    readonly hash: string;
    readonly mime: string;
    readonly bytes: number;
    readonly facts: ImageFacts;
  }[];
}

/** Stores what a job made of a cloud, in place of what was there. */
export async function storeCloud(context: RequestContext, id: number, built: BuiltRows): Promise<void> {
  const of = { team_id: context.team.id, cloud_id: id };
  await context.transaction(async (trx: Kysely<CloudTables>) => {
    await trx.deleteFrom('point_clouds.frame').where('cloud_id', '=', id).execute();
    await trx.deleteFrom('point_clouds.node').where('cloud_id', '=', id).execute();
    await trx.deleteFrom('point_clouds.image').where('cloud_id', '=', id).execute();
    for (const rows of steps(built.frames.map(({ facts }, frame) => ({ ...of, frame, facts: JSON.stringify(facts) }))))
      await trx.insertInto('point_clouds.frame').values(rows).execute();
    const nodes = built.frames.flatMap(({ nodes: own }, frame) =>
      own.map(({ name, points, spacing, min, max, first, size }) => ({
        ...of,
        frame,
        name,
        points,
        spacing,
        corner: min,
        edge: max[0] - min[0],
        first_byte: first,
        bytes: size,
      })),
    );
    for (const rows of steps(nodes)) await trx.insertInto('point_clouds.node').values(rows).execute();
    const images = built.images.map(({ frame, number, hash, mime, bytes, facts }) => ({
      ...of,
      frame,
      number,
      blob_hash: hash,
      mime,
      bytes,
      facts: JSON.stringify(facts),
    }));
    for (const rows of steps(images)) await trx.insertInto('point_clouds.image').values(rows).execute();
    await trx
      .updateTable('point_clouds.cloud')
      .set({
        state: 'ready',
        error: null,
        facts: JSON.stringify(built.facts),
        nodes_hash: built.nodesHash,
        thumbnail_hash: built.thumbnailHash,
        lores_hash: built.loresHash,
      })
      .where('id', '=', id)
      .execute();
  });
}

const steps = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / STEP) }, (_, at) => rows.slice(at * STEP, (at + 1) * STEP));

/** Facts of a cloud whose scans are not read yet. */
const unread: CloudFacts = { unit: 'm', axes: '', fields: [], channels: [] };

/** A cloud as clients see it, with its contents once it is ready. */
export async function cloudView(context: RequestContext, row: CloudRow): Promise<CloudView> {
  const { id, state, job_id: job, error } = row;
  // Each statement below sees what is committed when it begins: read while the job stores its result, frames and nodes
  // may be those of different times.
  if (state !== 'ready')
    return { id, state, job_id: state === 'failed' ? null : job, error, points: 0, ...unread, frames: [], images: [] };
  const { frames, nodes, images } = await context.transaction(async (trx: Kysely<CloudTables>) => ({
    frames: await trx
      .selectFrom('point_clouds.frame')
      .select(['frame', 'facts'])
      .where('cloud_id', '=', id)
      .orderBy('frame')
      .execute(),
    nodes: await trx
      .selectFrom('point_clouds.node')
      .select(['frame', 'name', 'points', 'spacing', 'corner', 'edge'])
      .where('cloud_id', '=', id)
      .execute(),
    images: await trx
      .selectFrom('point_clouds.image')
      .select(['frame', 'number', 'facts'])
      .where('cloud_id', '=', id)
      .orderBy('frame')
      .orderBy('number')
      .execute(),
  }));
  const byFrame = frames.map((): typeof nodes => []);
  for (const node of nodes) byFrame[node.frame]!.push(node);
  const shown = frames.map(({ frame, facts }): CloudFrame => ({
    index: frame,
    ...facts,
    nodes: byFrame[frame]!.sort(
      (one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
    ).map(({ name, points, spacing, corner, edge }) => {
      const [x, y, z] = corner as [number, number, number];
      return { name, points, spacing, min: [x, y, z], max: [x + edge, y + edge, z + edge] };
    }),
  }));
  return {
    id,
    state,
    job_id: null,
    error,
    points: shown.reduce((sum, each) => sum + each.points, 0),
    ...(row.facts ?? unread),
    frames: shown,
    images: images.map(({ frame, number, facts }): CloudImage => ({ frame, index: number, ...facts })),
  };
}
