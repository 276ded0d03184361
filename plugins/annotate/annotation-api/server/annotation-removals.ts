import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { AnnotationBatches } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Folders, ItemChanges, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationUploadTables } from './annotation-upload-tables.ts';

/** Items that are put back to the start together. */
const PAGE = 2000;

/** Deletes annotations of items by name or of a folder, and resets the items. */
export class AnnotationRemovals {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(ItemChanges) private readonly changes: ItemChanges,
    @inject(Folders) private readonly folders: Folders,
    @inject(AnnotationBatches) private readonly batches: AnnotationBatches,
  ) {}

  /**
   * Done in one transaction when it answers, so that a later request sees the end at once. Absent names mean the
   * whole folder.
   * @throws Fault NOT_FOUND when there is no such item, or none in the folder; FORBIDDEN when one may not be changed.
   */
  async remove(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    names: readonly string[] | undefined,
  ): Promise<number> {
    const folder = await this.folders.get(context, projectId, folderId);
    return context.transaction(async (trx: Kysely<AnnotationUploadTables>) => {
      let count = 0;
      for await (const page of names === undefined
        ? this.#folder(context, projectId, folder.id)
        : this.#named(context, projectId, folder.id, names)) {
        await this.batches.clear(context, projectId, page);
        await this.items.restart(context, projectId, page);
        count += page.length;
      }
      if (count === 0) throw notFound(names === undefined ? 'An item in the folder' : 'An item of these names');
      const row = await trx
        .insertInto('annotation_api.removal')
        .values({ team_id: context.team.id, project_id: projectId, creator_id: context.user.id, items: count })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    });
  }

  /** Percent; removals are over when they are reported, so there is nothing between. Throws NOT_FOUND. */
  async progress(context: RequestContext, projectId: number, removalId: number): Promise<number> {
    const found = await context.transaction((trx: Kysely<AnnotationUploadTables>) =>
      trx
        .selectFrom('annotation_api.removal')
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', '=', removalId)
        .executeTakeFirst(),
    );
    if (found === undefined) throw notFound('The deletion');
    return 100;
  }

  async *#folder(context: RequestContext, projectId: number, folderId: number): AsyncGenerator<readonly ItemRow[]> {
    for (let afterId = 0; ;) {
      const page = await this.items.inProject(context, projectId, { folderIds: [folderId] }, { afterId, limit: PAGE });
      if (page.length === 0) return;
      yield page;
      afterId = page.at(-1)!.id;
    }
  }

  async *#named(
    context: RequestContext,
    projectId: number,
    folderId: number,
    names: readonly string[],
  ): AsyncGenerator<readonly ItemRow[]> {
    const ids = await this.changes.idsByName(context, projectId, folderId, [...new Set(names)]);
    for (let start = 0; start < ids.length; start += PAGE)
      yield [...(await this.items.byIds(context, projectId, ids.slice(start, start + PAGE))).values()];
  }
}
