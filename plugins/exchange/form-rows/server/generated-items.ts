import { inject } from 'inversify';
import { z } from '#core/api/common/index.ts';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { itemNameProblem } from '#plugins/workspace/items/common/index.ts';
import { Folders, ItemQuota, ItemWriter } from '#plugins/workspace/items/server/kit/index.ts';
import { numberedName } from '../common/planned-item.ts';
import { rowChunk } from '../common/rows-api.ts';
import { RowContexts } from './row-context.ts';

const subject = z.object({ project_id: z.int(), folder_id: z.int(), name: z.string(), count: z.int() });

/** Empty items of forms, by name and number. */
export class GeneratedItems {
  constructor(
    @inject(RowContexts) private readonly grounds: RowContexts,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ItemWriter) private readonly writer: ItemWriter,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /**
   * Asks for the job, answers its id.
   * @throws Fault NOT_A_FORM, NOT_FOUND, INVALID_FIELD, FOLDER_LIMIT, PROJECT_LIMIT (422).
   */
  async begin(
    context: RequestContext,
    projectId: number,
    {
      folderId,
      name: given,
      count,
    }: { readonly folderId: number | undefined; readonly name: string; readonly count: number },
  ): Promise<string> {
    await this.grounds.form(context, projectId);
    const folder = await this.folders.get(context, projectId, folderId);
    const name = given.normalize('NFC').trim();
    const problem = itemNameProblem(name);
    if (problem !== undefined) throw invalidField('name', problem);
    await this.quota.demand(context, folder, 1);
    return (
      await context.transaction(() =>
        this.jobs.enqueue(undefined, {
          teamId: context.team.id,
          plugin: 'form-rows',
          name: 'generate',
          title: `Generate ${count.toLocaleString('en')} items – ${name}`,
          creatorId: context.user.id,
          subject: { project_id: projectId, folder_id: folder.id, name, count } satisfies z.output<typeof subject>,
        }),
      )
    ).id;
  }

  /** The job. Names that are taken are skipped; restarted after a crash, it goes on behind the last chunk. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly created: number; readonly skipped: number }> {
    const { project_id: projectId, folder_id: folderId, name, count } = subject.parse(run.subject);
    await context.demand('UploadItem', { projectId });
    const folder = await this.folders.get(context, projectId, folderId);
    const result = { created: 0, skipped: 0 };
    for (let start = 0; start < count; start += rowChunk) {
      const names = Array.from({ length: Math.min(rowChunk, count - start) }, (_, at) =>
        numberedName(name, start + at + 1),
      );
      const made = await run.effect(
        `items ${start}`,
        async () =>
          (
            await this.writer.add(
              context,
              folder,
              names.map(each => ({ name: each, source: 4 as const })),
            )
          ).length,
      );
      result.created += made;
      result.skipped += names.length - made;
      run.progress(
        start + names.length,
        count,
        `${result.created.toLocaleString('en')} made${result.skipped > 0 ? `, ${result.skipped.toLocaleString('en')} skipped because their name is taken` : ''}`,
      );
    }
    return result;
  }
}
