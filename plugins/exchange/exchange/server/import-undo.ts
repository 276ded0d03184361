import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import {
  AnnotationBatches,
  AnnotationRights,
  annotationRows,
  annotationVersionRows,
} from '#plugins/annotate/annotations/server/kit/index.ts';
import type { PreparedDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Folders, ItemChanges, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ImportFinding, ImportUndoResult } from '../common/import-api.ts';
import { undoRefusal } from '../common/undo-refusal.ts';
import type { ImportChange } from './import-log.ts';
import { ImportLog } from './import-log.ts';

/** Items that are undone in one transaction. */
const PAGE = 10;
/** Things left as they are that are listed; further ones are only counted. */
const KEPT_LIMIT = 1000;

/** Annotations as they are stored now, with the version before them. */
interface Stored {
  readonly item_id: number;
  readonly revision: number;
  /** JSON of the version before; null when the item had no annotations then. */
  readonly earlier: string | null;
  readonly earlier_count: number | null;
  /** False when the version before is no longer kept. */
  readonly has_earlier: boolean;
}

/** Collects what an undo did. */
class UndoTally {
  restored = 0;
  itemsDeleted = 0;
  classesDeleted = 0;
  foldersDeleted = 0;
  keptCount = 0;
  readonly kept: ImportFinding[] = [];

  keep(path: string, message: string): void {
    this.keptCount += 1;
    if (this.kept.length < KEPT_LIMIT) this.kept.push({ path, message });
  }

  result(): ImportUndoResult {
    const { restored, itemsDeleted, classesDeleted, foldersDeleted, kept, keptCount } = this;
    return { restored, itemsDeleted, classesDeleted, foldersDeleted, kept, keptCount };
  }
}

/** Undoes imports: items that nobody changed since are as before the import, others are named. */
export class ImportUndo {
  constructor(
    @inject(ImportLog) private readonly log: ImportLog,
    @inject(Items) private readonly items: Items,
    @inject(ItemChanges) private readonly changes: ItemChanges,
    @inject(AnnotationBatches) private readonly batches: AnnotationBatches,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(Classes) private readonly classes: Classes,
    @inject(Folders) private readonly folders: Folders,
  ) {}

  async run(
    run: JobRun,
    context: RequestContext,
    { id, projectId }: { readonly id: number; readonly projectId: number },
  ): Promise<ImportUndoResult> {
    const tally = new UndoTally();
    const total = await this.log.count(context, id);
    let done = 0;
    for (let after = 0; ;) {
      run.signal.throwIfAborted();
      const page = await this.log.changes(context, id, { after, limit: PAGE });
      if (page.length === 0) break;
      after = page.at(-1)!.item_id;
      await run.step(() => context.transaction(() => this.#page(context, id, projectId, page, tally)));
      run.progress((done += page.length), total);
    }
    const added = await this.log.added(context, id);
    await this.#deleteClasses(context, projectId, added.classes, tally);
    await this.#deleteFolders(context, projectId, added.folders, tally);
    return tally.result();
  }

  async #page(
    context: RequestContext,
    importId: number,
    projectId: number,
    page: readonly ImportChange[],
    tally: UndoTally,
  ): Promise<void> {
    const ids = page.map(each => each.item_id);
    const stored = await this.#stored(context, ids);
    const rows = await this.items.byIds(context, projectId, ids);
    const kept = { deleted: [] as ItemRow[], cleared: [] as ItemRow[], restored: [] as PreparedDocument[] };
    const undone: ImportChange[] = [];
    for (const change of page) {
      const row = rows.get(change.item_id);
      if (row === undefined) {
        if (!change.created) tally.keep(`Item ${change.item_id}`, 'was deleted or moved since the import');
        continue;
      }
      const now = stored.get(row.id);
      const refusal =
        undoRefusal(change, {
          revision: now?.revision ?? 0,
          status: row.annotation_status,
          hasEarlier: now?.has_earlier ?? false,
        }) ?? (await this.#forbidden(context, row, change));
      if (refusal !== undefined) {
        tally.keep(row.name, refusal);
        continue;
      }
      undone.push(change);
      if (change.created) kept.deleted.push(row);
      else if (now!.earlier === null) kept.cleared.push(row);
      else
        kept.restored.push({
          item: row,
          json: now!.earlier,
          instanceCount: now!.earlier_count ?? 0,
          base: now!.revision,
          warnings: [],
          missingResources: { class: [], attribute: [], attributeGroup: [], template: [] },
        });
    }
    await this.batches.clear(context, projectId, kept.cleared);
    await this.batches.put(context, projectId, kept.restored);
    tally.restored += kept.cleared.length + kept.restored.length;
    const moved = new Map<number, ItemRow[]>();
    for (const { item_id: itemId, created, status_before: before, status_after: after } of undone)
      if (!created && before !== after) moved.set(before, [...(moved.get(before) ?? []), rows.get(itemId)!]);
    for (const [before, some] of moved) await this.items.advanceMany(context, projectId, some, before);
    if (kept.deleted.length > 0) {
      const { failed } = await this.changes.remove(
        context,
        projectId,
        kept.deleted.map(row => row.id),
      );
      const names = new Map(kept.deleted.map(row => [row.id, row.name]));
      for (const { id, message, code } of failed) tally.keep(names.get(id) ?? `Item ${id}`, message ?? code);
      tally.itemsDeleted += kept.deleted.length - failed.length;
    }
    await this.log.forget(
      context,
      importId,
      undone.map(each => each.item_id),
    );
  }

  async #forbidden(context: RequestContext, row: ItemRow, { created }: ImportChange): Promise<string | undefined> {
    try {
      if (created) await context.demand('DeleteItem', { projectId: row.project_id });
      else await this.rights.demandWrite(context, row);
      return undefined;
    } catch (error) {
      if (!isFault(error)) throw error;
      return error.message;
    }
  }

  /** The annotations of items with the version before, locked so that nobody saves meanwhile. */
  async #stored(context: RequestContext, ids: readonly number[]): Promise<ReadonlyMap<number, Stored>> {
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<Stored>`
        select kept.item_id, kept.revision, earlier.document::text as earlier, earlier.instance_count as earlier_count,
          kept.revision = 1 or earlier.item_id is not null as has_earlier
        from ${annotationRows} as kept
        left join ${annotationVersionRows} as earlier
          on earlier.team_id = kept.team_id and earlier.item_id = kept.item_id and earlier.revision = kept.revision - 1
        where kept.team_id = ${context.team.id}::int and kept.item_id = any(${[...ids]}::int[])
        order by kept.item_id for update of kept`.execute(trx),
    );
    return new Map(rows.map(row => [row.item_id, row]));
  }

  async #deleteClasses(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    tally: UndoTally,
  ): Promise<void> {
    const present = (await this.classes.ofProject(context, projectId)).filter(each => ids.includes(each.id));
    if (present.length === 0) return;
    const may = await context.can('DeleteClass', { projectId });
    const uses = await this.classes.uses(context, projectId);
    for (const { id, name } of present) {
      const objects = uses.get(id)?.objects ?? 0;
      if (!may) tally.keep(`Class ${name}`, 'You don’t have the right to delete classes.');
      else if (objects > 0)
        tally.keep(`Class ${name}`, objects === 1 ? '1 object uses it' : `${objects} objects use it`);
      else {
        await this.classes.remove(context, projectId, id);
        tally.classesDeleted += 1;
      }
    }
  }

  async #deleteFolders(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    tally: UndoTally,
  ): Promise<void> {
    if (ids.length === 0 || !(await context.can('DeleteFolder', { projectId }))) return;
    const { data } = await this.folders.list(context, projectId, { offset: 0, limit: 10_000 });
    for (const { id, name, itemsCount } of data.filter(each => ids.includes(each.id))) {
      if (itemsCount > 0) tally.keep(`Folder ${name}`, 'is not empty');
      else {
        await this.folders.remove(context, projectId, id);
        tally.foldersDeleted += 1;
      }
    }
  }
}
