import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import type { SnapshotLine } from './snapshot-lines.ts';

type Trx = Kysely<unknown>;

const LINE_FEED = 10;

/** A version of a dataset that is ready to be read. */
export interface FrozenVersion {
  readonly id: number;
  readonly name: string;
  readonly hash: string;
}

/** Reads versions of datasets for other plugins: items with their annotations as they were frozen. */
export class FrozenItems {
  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver) {}

  /** @throws Fault FORBIDDEN (403), NOT_FOUND, CONFLICT (409) for one that is not ready. */
  async demand(context: RequestContext, projectId: number, id: number): Promise<FrozenVersion> {
    await context.demand('RunExplore', { projectId });
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ name: string; hash: string | null }>`select name, blob_hash as hash from explore.snapshot
        where team_id = ${context.team.id}::int and project_id = ${projectId}::int and id = ${id}::int`.execute(trx),
    );
    const [row] = rows;
    if (row === undefined) throw notFound('The dataset version');
    if (row.hash === null)
      throw new Fault('CONFLICT', `The dataset version “${row.name}” is not ready.`, { status: 409 });
    return { id, name: row.name, hash: row.hash };
  }

  /** Yields the items of a version in order of their ids, some at a time. @throws Fault NOT_FOUND for a lost file. */
  async *read({ hash, name }: FrozenVersion, atOnce: number): AsyncGenerator<readonly SnapshotLine[]> {
    const file = await this.blobs.get(hash);
    if (file === undefined) throw notFound(`The file of the dataset version “${name}”`);
    let part: SnapshotLine[] = [];
    for await (const line of linesOf(file)) {
      part.push(JSON.parse(line) as SnapshotLine);
      if (part.length < atOnce) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  }
}

/** Lines that end with a line feed, which no text of JSON contains. */
async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = [];
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8');
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}
