import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { inTurns } from '#core/base/common/index.ts';
import { setImmediate } from 'node:timers/promises';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database, JobRun, Jobs } from '#core/data/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import { DatabaseToken, JobsToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { readingDocument } from '../../common/document.ts';
import { AnnotationHooks } from '../annotation-hooks.ts';
import type { AnnotationTables } from '../annotation-tables.ts';
import { keepingUnfolded } from './whole-document.ts';

const subject = z.object({ project_id: z.int(), item_id: z.int() });

/** Seconds without a save after which a document is written from its objects, and the most that it waits for them. */
const REST_SECONDS = 60;

/** Brings large documents up to date with the objects that were saved one by one, for all who read entire documents. */
export class DocumentFolds {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(Items) private readonly items: Items,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
  ) {}

  /** Begins a job for each document at which nobody has worked for a while. */
  async sweep(now: Date = new Date()): Promise<void> {
    const { rows } = await this.database.system('large documents that are behind their objects').transaction(trx =>
      sql<{ team_id: number; project_id: number; item_id: number; revision: number; saver_id: number }>`
        select kept.team_id, kept.project_id, kept.item_id, kept.revision, parts.saver_id from annotations.annotation as kept
        join annotations.object_index as parts on parts.team_id = kept.team_id and parts.item_id = kept.item_id
        where kept.behind and parts.saver_id is not null and kept.updated_at < ${now}::timestamptz - make_interval(secs => ${REST_SECONDS}::int)`.execute(
        trx,
      ),
    );
    for (const row of rows)
      await this.jobs.enqueue(undefined, {
        teamId: row.team_id,
        plugin: 'annotations',
        name: 'fold',
        subject: { project_id: row.project_id, item_id: row.item_id },
        creatorId: row.saver_id,
        key: `${row.item_id} ${row.revision}`,
      });
  }

  /** The job. */
  async run(run: JobRun, context: RequestContext): Promise<void> {
    const { project_id: projectId, item_id: itemId } = subject.parse(run.subject);
    await this.fold(context, await this.items.get(context, itemId, projectId));
  }

  /** Writes the document of its objects, keeps it as a version, and calls the hooks of stored documents. */
  async fold(
    context: RequestContext,
    item: ItemRow,
    { single = false }: { readonly single?: boolean } = {},
  ): Promise<void> {
    await context.transaction(async (trx: Kysely<AnnotationTables>) => {
      await keepingUnfolded(sql`annotation.item_id = ${item.id}::int`).execute(trx);
      const { rows } = await sql<{ revision: number; document: string }>`
        update annotations.annotation as annotation set document = version.document, size = length(version.document::text), behind = false
        from annotations.annotation_version as version
        where annotation.item_id = ${item.id}::int and annotation.behind and version.team_id = annotation.team_id
          and version.item_id = annotation.item_id and version.revision = annotation.revision
        returning annotation.revision, annotation.document::text as document`.execute(trx);
      const [folded] = rows;
      if (folded === undefined) return;
      const document = await inTurns(readingDocument(JSON.parse(folded.document)), setImmediate);
      const stored = { item, revision: folded.revision, document, single };
      await this.hooks.storing.promise(context, stored);
      await this.hooks.storingMany.promise(context, item.project_id, [{ itemId: item.id, document }]);
      onCommit(() => this.hooks.saved.call(context, stored));
    });
  }
}
