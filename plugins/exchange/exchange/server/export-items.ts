import { setImmediate } from 'node:timers/promises';
import { inject, optional } from 'inversify';
import { inTurns, notFound, prefetchOne, sorting } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { buffer } from 'node:stream/consumers';
import type { BlobDriver, IncomingFiles } from '#core/data/server/index.ts';
import { BlobsToken, IncomingToken } from '#core/kernel/server/index.ts';
import { documentKind, handedOut } from '#plugins/annotate/annotations/common/index.ts';
import { CustomMetadata } from '#plugins/organize/item-fields/server/kit/index.ts';
import { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow, ItemSelection } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemContent } from '../common/exchange/neutral-document.ts';
import type { ExportedItem } from './export-source.ts';
import type { ExportRow } from './export-view.ts';
import type { FrozenVersion } from './exchange-hooks.ts';
import { ExchangeHooks } from './exchange-hooks.ts';
import type { FrozenPlace } from './frozen-export.ts';
import { FrozenExport } from './frozen-export.ts';
import { ItemContents } from './item-contents.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

/** Items read from the database at a time; their documents come a few at a time. */
const PAGE = 500;
/** Items listed at a time; only id, folder and name of each are kept. */
const LIST_PAGE = 2000;

/** The items of an export with all that archives hold of them. */
export class ExportItems {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(ItemContents) private readonly itemContents: ItemContents,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(CustomMetadata) @optional() private readonly itemFields: CustomMetadata | undefined,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
    @inject(ExchangeHooks) private readonly hooks: ExchangeHooks,
  ) {}

  /** Opens the items of a dataset version; the caller drops them. @throws Fault NOT_FOUND, STORAGE_FULL */
  async frozen(context: RequestContext, version: FrozenVersion): Promise<FrozenExport> {
    const versions = await this.hooks.versions.promise(context);
    if (versions === undefined) throw notFound('The dataset version');
    return FrozenExport.open(versions, version, await this.incoming.file());
  }

  /**
   * Returns the ids of all items of the export in the order of folder and name, so that the same project gives the same
   * archive.
   */
  async listed(
    context: RequestContext,
    row: ExportRow,
    folderNames: ReadonlyMap<number, string>,
    signal: AbortSignal,
    frozen?: FrozenExport,
  ): Promise<readonly number[]> {
    if (frozen !== undefined) return sortedIds(await this.#seen(context, row.project_id, frozen.places));
    const selection: ItemSelection = {
      ...(row.folder_ids === null ? {} : { folderIds: row.folder_ids }),
      ...(row.statuses === null ? {} : { statuses: row.statuses }),
      ...(row.item_ids === null ? {} : { itemIds: row.item_ids }),
      pinnedOnly: row.only_pinned,
      dataOnly: true,
    };
    const found: { readonly id: number; readonly folder: string; readonly name: string }[] = [];
    for (let afterId = 0; ;) {
      signal.throwIfAborted();
      const page = await this.items.inProject(context, row.project_id, selection, { afterId, limit: LIST_PAGE });
      for (const item of page)
        found.push({ id: item.id, folder: folderNames.get(item.folder_id) ?? '', name: item.name });
      if (page.length < LIST_PAGE) break;
      afterId = page.at(-1)!.id;
    }
    return sortedIds(found);
  }

  /** Those items of a version that the caller still sees. */
  async #seen(
    context: RequestContext,
    projectId: number,
    places: readonly FrozenPlace[],
  ): Promise<readonly FrozenPlace[]> {
    const seen: FrozenPlace[] = [];
    for (let start = 0; start < places.length; start += LIST_PAGE) {
      const page = places.slice(start, start + LIST_PAGE);
      const rows = await this.items.byIds(
        context,
        projectId,
        page.map(each => each.id),
      );
      seen.push(...page.filter(each => rows.has(each.id)));
    }
    return seen;
  }

  /** Reads items in the order of `ids`; those of a dataset version as they were frozen. */
  async *walk(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    folderNames: ReadonlyMap<number, string>,
    signal: AbortSignal,
    progress: (done: number, name: string) => void,
    frozen?: FrozenExport,
  ): AsyncGenerator<ExportedItem> {
    const known = await this.annotations.project(context, projectId);
    for await (const { start, rows, custom } of prefetchOne(this.#pages(context, projectId, ids))) {
      let done = start;
      const shown = frozen === undefined ? rows : await Promise.all(rows.map(row => asFrozen(row, frozen)));
      for await (const { item, view, stamp, document: present } of this.annotations.native(context, shown, known)) {
        signal.throwIfAborted();
        const line = await frozen?.line(item.id);
        const document = line === undefined ? present : ((line.annotations ?? undefined) as typeof present);
        const facts = { kind: documentKind(known.typeNumber), item: stamp, url: view.url, etag: '' };
        yield {
          row: item,
          view,
          folder: line === undefined ? (folderNames.get(item.folder_id) ?? '') : (line.folder ?? ''),
          customMetadata: custom.get(item.id) ?? {},
          document: handedOut(document, facts, undefined),
        };
        progress(++done, item.name);
      }
    }
  }

  /** Returns the part of an item's file that formats of its type refer to. */
  async content(
    context: RequestContext,
    type: number,
    item: Pick<ExportedItem, 'row' | 'document'>,
  ): Promise<ItemContent> {
    return (
      (await this.itemContents.of(
        context,
        type === ProjectType.Text
          ? { needsText: true }
          : type === ProjectType.Video
            ? { needsFrames: true }
            : type === ProjectType.PointCloud
              ? { needsCloud: true }
              : {},
        item.row,
        item,
      )) ?? {}
    );
  }

  /** Returns the picture of an item; the copy for browsers where image programs do not read the file (BMP). */
  async picture({ display_hash: shown, blob_hash: own }: ItemRow): Promise<Buffer | undefined> {
    const stream = shown === null && own === null ? undefined : await this.blobs.get((shown ?? own)!);
    return stream === undefined ? undefined : buffer(stream);
  }

  /** Returns the fields of items, or undefined where that plugin is off. */
  fields(context: RequestContext): CustomMetadata | undefined {
    return context.enabled('item-fields') ? this.itemFields : undefined;
  }

  /** Items deleted since the list was made are left out. */
  async *#pages(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): AsyncGenerator<{
    readonly start: number;
    readonly rows: readonly ItemRow[];
    readonly custom: ReadonlyMap<number, Readonly<Record<string, string | number>>>;
  }> {
    for (let start = 0; start < ids.length; start += PAGE) {
      const page = ids.slice(start, start + PAGE);
      const [rows, custom] = [
        await this.items.byIds(context, projectId, page),
        (await this.fields(context)?.of(context, page)) ?? new Map(),
      ];
      yield { start, rows: page.flatMap(id => rows.get(id) ?? []), custom };
    }
  }
}

/** The row of an item with the name and the state that it had in a version. */
async function asFrozen(row: ItemRow, frozen: FrozenExport): Promise<ItemRow> {
  const line = await frozen.line(row.id);
  return line === undefined
    ? row
    : { ...row, name: line.name, annotation_status: line.status, approval_status: line.approval };
}

async function sortedIds(found: readonly FrozenPlace[]): Promise<readonly number[]> {
  const sorted = await inTurns(
    sorting([...found], (one, other) => order(one.folder, other.folder) || order(one.name, other.name)),
    setImmediate,
  );
  return sorted.map(item => item.id);
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
