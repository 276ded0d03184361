import { Readable } from 'node:stream';
import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { Folders, ItemQuota, Items, ItemWriter } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow, UploadedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { groupBy } from '#plugins/exchange/exchange/common/index.ts';
import type { PlannedItem } from '../common/planned-item.ts';
import { itemKey } from '#plugins/exchange/exchange/server/kit/index.ts';
import { folderNameOf, ProjectContents } from '#plugins/exchange/exchange/server/kit/index.ts';
import { folderInFolder, noNewFolder, placeKey } from './row-context.ts';
import type { FailRow, PlacedRow, RowTask } from './row-task.ts';

/** Finds the folders and items that rows belong to, and makes those that are missing. */
export class RowPlacement {
  constructor(
    @inject(ProjectContents) private readonly contents: ProjectContents,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ItemWriter) private readonly writer: ItemWriter,
    @inject(Items) private readonly items: Items,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
  ) {}

  /** Makes the folders that are missing; returns the items whose folder is there now. */
  async withFolders(
    context: RequestContext,
    { target }: RowTask,
    items: readonly PlannedItem[],
    count: { folders: number },
    fail: FailRow,
  ): Promise<readonly PlannedItem[]> {
    const fitting: PlannedItem[] = [];
    for (const item of items) {
      const key = placeKey(item.folder);
      if (key !== '' && target.inFolder) fail(item.row, '', folderInFolder);
      else if (target.folders.has(key)) fitting.push(item);
      else if (!target.may.folders) fail(item.row, '', noNewFolder);
      else {
        try {
          target.folders.set(
            key,
            (await this.folders.create(context, target.projectId, folderNameOf(item.folder), true)).id,
          );
          count.folders += 1;
          fitting.push(item);
        } catch (error) {
          if (!isFault(error) || error.status >= 500 || error.code === 'NAME_EXISTS') throw error;
          fail(item.row, '', error.message);
        }
      }
    }
    return fitting;
  }

  /** Finds the items that exist and makes the others, up to the quota. */
  async place(
    context: RequestContext,
    { target, choices }: RowTask,
    items: readonly PlannedItem[],
    changed: Set<number>,
    count: { skipped: number },
    fail: FailRow,
  ): Promise<readonly PlacedRow[]> {
    const found = await this.contents.itemsByName(
      context,
      target.folders,
      items.map(each => ({ folder: placeKey(each.folder), name: each.name })),
    );
    const idOf = (plan: PlannedItem): number | undefined => found.get(itemKey(placeKey(plan.folder), plan.name))?.id;
    const rows =
      choices.existing === 'skip'
        ? new Map<number, ItemRow>()
        : await this.items.byIds(
            context,
            target.projectId,
            items.flatMap(each => idOf(each) ?? []),
          );
    const placed: PlacedRow[] = [];
    const refiled = new Map<number, UploadedFile>();
    for (const [folderId, list] of groupBy(items, each => target.folders.get(placeKey(each.folder))!)) {
      const folder = await this.folders.get(context, target.projectId, folderId);
      const fresh: PlannedItem[] = [];
      for (const plan of list) {
        const id = idOf(plan);
        const item = id === undefined ? undefined : rows.get(id);
        if (id === undefined) fresh.push(plan);
        else if (item === undefined) count.skipped += 1;
        else {
          placed.push({ plan, folderId, item, isNew: false });
          if (choices.existing === 'replace' && plan.payload !== undefined) {
            const file = await this.#payload(plan.payload);
            if (file.hash !== item.blob_hash) {
              refiled.set(item.id, file);
              changed.add(item.id);
            }
          }
        }
      }
      const { inFolder, inProject } = await this.quota.in(context, folder, 0);
      const free = Math.max(0, Math.min(inFolder.limit - inFolder.used, inProject.limit - inProject.used));
      for (const each of fresh.slice(free))
        fail(
          each.row,
          '',
          inFolder.limit - inFolder.used <= inProject.limit - inProject.used
            ? `The folder is full: it holds ${inFolder.limit.toLocaleString('en')} items.`
            : `The project is full: it holds ${inProject.limit.toLocaleString('en')} items.`,
        );
      const taken = fresh.slice(0, free);
      const made = new Map(
        (
          await this.writer.add(
            context,
            folder,
            await Promise.all(
              taken.map(async ({ name, payload }) =>
                payload === undefined
                  ? { name, source: 4 as const }
                  : { name, source: 1 as const, file: await this.#payload(payload) },
              ),
            ),
          )
        ).map(row => [row.name, row]),
      );
      for (const plan of taken) {
        const item = made.get(plan.name);
        if (item === undefined) count.skipped += 1;
        else placed.push({ plan, folderId, item, isNew: true });
      }
    }
    await this.writer.setFiles(context, target.projectId, refiled);
    return placed;
  }

  async #payload(payload: unknown): Promise<UploadedFile> {
    const { hash, size } = await this.blobs.put(Readable.from([Buffer.from(JSON.stringify(payload))]));
    return { hash, size, mime: 'application/json' };
  }
}
