import { setImmediate } from 'node:timers/promises';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { inTurns } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { readingDocument } from '../../common/document.ts';
import { AnnotationHooks } from '../annotation-hooks.ts';
import type { AnnotationTables } from '../annotation-tables.ts';
import { countRows, objectRow, putRows } from './object-rows.ts';
import { wholeDocument } from './whole-document.ts';

const subject = z.object({ project_id: z.int(), item_id: z.int() });

/** Objects that one statement writes. */
const PART = 2_000;

/** Makes the rows of the objects of large documents, as a job. */
export class ObjectIndex {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
  ) {}

  /** The job. Begun again after a crash it starts from the document as it is then. */
  async run(run: JobRun, context: RequestContext): Promise<void> {
    const { project_id: projectId, item_id: itemId } = subject.parse(run.subject);
    const project = await this.projects.facts(context, projectId);
    if (project === undefined) return;
    const outlining = this.hooks.outlining.for(this.types.wordOf(project.type));
    // Saved as a whole meanwhile: the rows are made again.
    while (!(await this.#make(run, context, itemId, instance => outlining.call(instance))));
  }

  async #make(
    run: JobRun,
    context: RequestContext,
    itemId: number,
    outlineOf: (instance: Parameters<typeof objectRow>[0]) => Parameters<typeof objectRow>[2],
  ): Promise<boolean> {
    run.signal.throwIfAborted();
    const stored = await this.#stored(context, itemId);
    if (stored === undefined) return true;
    const { instances, ...rest } = await inTurns(readingDocument(JSON.parse(stored.document)), setImmediate);
    const of = { teamId: context.team.id, itemId };
    await context.transaction(async (trx: Kysely<AnnotationTables>) => {
      await trx.deleteFrom('annotations.object_index').where('item_id', '=', itemId).execute();
      await trx
        .insertInto('annotations.object_index')
        .values({
          team_id: of.teamId,
          item_id: itemId,
          revision: stored.revision,
          rest: JSON.stringify(rest),
          last_place: instances.length,
          job_id: run.job.id,
          saver_id: null,
        })
        .execute();
    });
    for (let start = 0; start < instances.length; start += PART) {
      run.signal.throwIfAborted();
      run.progress(start, instances.length);
      const rows = instances
        .slice(start, start + PART)
        .map((instance, at) => objectRow(instance, start + at + 1, outlineOf(instance)));
      await context.transaction((trx: Kysely<AnnotationTables>) => putRows(trx, of, rows));
    }
    return context.transaction(async (trx: Kysely<AnnotationTables>) => {
      await countRows(trx, of);
      const { rows } =
        await sql`update annotations.object_index as parts set ready = true from annotations.annotation as kept
        where kept.team_id = parts.team_id and kept.item_id = parts.item_id and kept.revision = parts.revision
          and parts.team_id = ${of.teamId}::int and parts.item_id = ${itemId}::int returning parts.item_id`.execute(
          trx,
        );
      if (rows.length === 0) return false;
      run.progress(instances.length, instances.length);
      return true;
    });
  }

  /** The document whose rows are missing; undefined when there is none, or when its rows are up to date. */
  async #stored(
    context: RequestContext,
    itemId: number,
  ): Promise<{ readonly revision: number; readonly document: string } | undefined> {
    const { rows } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<{ revision: number; document: string }>`
        select annotation.revision, (${wholeDocument('annotation')})::text as document from annotations.annotation as annotation
        where annotation.team_id = ${context.team.id}::int and annotation.item_id = ${itemId}::int and annotation.document is not null
          and not exists (select from annotations.object_index as parts where parts.team_id = annotation.team_id
            and parts.item_id = annotation.item_id and parts.ready and parts.revision = annotation.revision)`.execute(
        trx,
      ),
    );
    return rows[0];
  }
}
