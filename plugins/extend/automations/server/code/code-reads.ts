import { inject, injectable } from 'inversify';
import { Fault, invalidField } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { HostCall } from '#core/sandbox/server/index.ts';
import type { Searches } from '#plugins/analyze/explore/server/kit/index.ts';
import { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ReadKind } from '../../common/custom-action.ts';
import type { EventScope } from '../../common/pipeline.ts';
import { inScope } from '../runs/event-outbox.ts';

/** Characters of JSON of one answer, and items of one page. */
const MOST_ANSWER = 2_000_000;
const MOST_ITEMS = 200;

const id = z.int().positive();
const limit = z.int().min(1).max(MOST_ITEMS).default(50);
const ofItem = z.strictObject({ item_id: id });
const ofProject = z.strictObject({
  project_id: id,
  folder_id: id.optional(),
  after_id: z.int().min(0).default(0),
  limit,
});
const ofQuery = z.strictObject({
  project_id: id,
  query: z.string().max(20_000),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit,
});

/** Reads of code: each with the rights of the owner of the pipeline, and inside the scope of its event. */
@injectable()
export class CodeReads {
  /** Searches of Explore; undefined where it is not installed. */
  searches: Searches | undefined;

  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
  ) {}

  /**
   * Returns the calls that code may make, by name. Those that its settings do not allow are refused with the setting
   * that is missing.
   */
  calls(
    context: RequestContext,
    scope: EventScope,
    allowed: readonly ReadKind[],
    signal: AbortSignal,
  ): Readonly<Record<string, HostCall>> {
    const call =
      <T>(kind: ReadKind, shape: z.ZodType<T>, read: (value: T) => Promise<unknown>): HostCall =>
      async value => {
        signal.throwIfAborted();
        if (!allowed.includes(kind))
          throw new Fault(
            'READ_DENIED',
            `The code may not read ${titles[kind]}. Allow it in the settings of the action and deploy it again.`,
            { status: 403 },
          );
        const parsed = shape.safeParse(value);
        if (!parsed.success) {
          const [issue] = parsed.error.issues;
          throw invalidField(issue?.path.join('.') || 'request', issue?.message ?? 'is wrong');
        }
        const answer = await read(parsed.data);
        if (JSON.stringify(answer).length > MOST_ANSWER)
          throw new Fault('ANSWER_TOO_LARGE', 'The answer has more than 2 MB. Ask for fewer items.', { status: 422 });
        return answer;
      };
    return {
      item: call('items', ofItem, async ({ item_id }) =>
        this.items.view(context, await this.#row(context, scope, item_id)),
      ),
      items: call('items', ofProject, async ({ project_id, folder_id, after_id, limit: most }) => {
        const folderIds = await foldersIn(context, scope, project_id, folder_id);
        const rows = await this.items.inProject(context, project_id, folderIds === undefined ? {} : { folderIds }, {
          afterId: after_id,
          limit: most,
        });
        return this.items.views(context, rows);
      }),
      annotation: call('annotations', ofItem, async ({ item_id }) => {
        const row = await this.#row(context, scope, item_id);
        const project = await this.annotations.project(context, row.project_id);
        for await (const { document, revision } of this.annotations.native(context, [row], project))
          return { revision, document: document ?? null };
        return { revision: 0, document: null };
      }),
      query: call('query', ofQuery, async ({ project_id, query, offset, limit: most }) => {
        if (this.searches === undefined || !context.enabled('explore'))
          throw new Fault('EXPLORE_OFF', 'Queries need Explore, which is switched off.', { status: 422 });
        await foldersIn(context, scope, project_id);
        await context.demand('RunExplore', { projectId: project_id });
        const found = await this.searches.search(context, { projectId: project_id }, query, { offset, limit: most });
        return found.filter(each => inScope(scope, project_id, each.folder_id));
      }),
    };
  }

  async #row(context: RequestContext, scope: EventScope, itemId: number): Promise<ItemRow> {
    const row = await this.items.get(context, itemId);
    if (!inScope(scope, row.project_id, row.folder_id)) throw outside(`Item ${itemId}`);
    await context.demand('ViewItem', { projectId: row.project_id });
    return row;
  }
}

const titles: Readonly<Record<ReadKind, string>> = {
  items: 'items',
  annotations: 'annotations',
  query: 'results of queries',
};

const outside = (subject: string): Fault =>
  new Fault('OUT_OF_SCOPE', `${subject} is outside of the scope of the event that started the pipeline.`, {
    status: 403,
  });

/** Returns the folders of a project that are read, undefined for all. @throws Fault OUT_OF_SCOPE (403), FORBIDDEN */
async function foldersIn(
  context: RequestContext,
  scope: EventScope,
  projectId: number,
  folderId?: number,
): Promise<readonly number[] | undefined> {
  const listed = scope.projects.find(each => each.id === projectId);
  if (!scope.all && listed === undefined) throw outside(`Project ${projectId}`);
  if (folderId !== undefined && !inScope(scope, projectId, folderId)) throw outside(`Folder ${folderId}`);
  await context.demand('ViewItem', { projectId });
  if (folderId !== undefined) return [folderId];
  return scope.all || listed!.folders.length === 0 ? undefined : listed!.folders;
}
