import { setImmediate } from 'node:timers/promises';
import { inject } from 'inversify';
import { inTurns } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { maskField, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import { Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { isReadOut } from '#plugins/workspace/items/common/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemSelection } from '#plugins/workspace/items/server/kit/index.ts';
import { CocoWriter } from '../common/coco/write-coco.ts';
import { textSteps } from '../common/exchange/exchange-writer.ts';
import type { WrittenItem } from '../common/exchange/exchange-writer.ts';
import { exchangeFormatOf } from '../common/exchange/format-table.ts';
import type { ExportScope } from '../common/export-api.ts';
import { makeWriter, writtenItem } from './exchange-archive.ts';
import type { ExportedItem } from './export-source.ts';
import { cocoTask } from './coco-archive.ts';
import type { TransferReport } from '../common/transfer-report.ts';
import { WindowedItems } from './windowed-source.ts';
import { ExportItems } from './export-items.ts';
import type { FrozenExport } from './frozen-export.ts';
import { ExportScopes } from './export-scopes.ts';

/** Items that a preview writes. */
const PREVIEW_ITEMS = 200;
/** Files among them whose text is read out of them, which takes as long as the rest. */
const PREVIEW_READ_OUT = 5;

/** Finds what an export would lose before it is made. */
export class ExportPreview {
  constructor(
    @inject(ExportScopes) private readonly scopes: ExportScopes,
    @inject(ExportItems) private readonly exported: ExportItems,
    @inject(Items) private readonly items: Items,
    @inject(Classes) private readonly classes: Classes,
    @inject(Masks) private readonly masks: Masks,
  ) {}

  /**
   * Returns what a format loses of the first items of an export, found by writing them to nowhere.
   *
   * @throws what {@link ExportScopes.checked} throws
   */
  async run(
    context: RequestContext,
    projectId: number,
    scope: ExportScope,
  ): Promise<{ readonly items: number; readonly complete: boolean; readonly report: readonly string[] }> {
    const project = await this.scopes.checked(context, projectId, scope);
    const version = await this.scopes.version(context, projectId, scope);
    const frozen = version === undefined ? undefined : await this.exported.frozen(context, version);
    try {
      return await this.#run(context, project, scope, frozen);
    } finally {
      await frozen?.drop();
    }
  }

  async #run(
    context: RequestContext,
    project: Project,
    scope: ExportScope,
    frozen: FrozenExport | undefined,
  ): Promise<{ readonly items: number; readonly complete: boolean; readonly report: readonly string[] }> {
    const { id: projectId } = project;
    const selection: ItemSelection = {
      ...(scope.folder_ids === undefined ? {} : { folderIds: scope.folder_ids }),
      ...(scope.statuses === undefined ? {} : { statuses: scope.statuses }),
      ...(scope.item_ids === undefined ? {} : { itemIds: scope.item_ids }),
      pinnedOnly: scope.only_pinned,
      dataOnly: true,
    };
    const page =
      frozen?.places.slice(0, PREVIEW_ITEMS + 1) ??
      (await this.items.inProject(context, projectId, selection, { afterId: 0, limit: PREVIEW_ITEMS + 1 }));
    const ids: number[] = [];
    let readOut = 0;
    for (const { id, name } of page.slice(0, PREVIEW_ITEMS)) {
      if (project.type === ProjectType.Text && isReadOut(name) && ++readOut > PREVIEW_READ_OUT) break;
      ids.push(id);
    }
    const answer = { items: ids.length, complete: page.length === ids.length };
    const exchange = exchangeFormatOf(scope.format);
    if (exchange === undefined && scope.format !== 'coco') return { ...answer, report: [] };
    const classes = await this.classes.ofProject(context, projectId);
    const windows = scope.options?.window === undefined ? undefined : new WindowedItems(scope.options.window);
    const items = (): AsyncGenerator<ExportedItem> => {
      const all = this.exported.walk(context, projectId, ids, new Map(), context.signal, () => undefined, frozen);
      return windows === undefined ? all : windows.of(all);
    };
    const reported = (report: TransferReport): string[] => [...(windows?.report.lines() ?? []), ...report.lines()];
    const shown = async (item: ExportedItem): Promise<WrittenItem> =>
      writtenItem(
        item,
        await this.masks.read(context, item.document[maskField]),
        await this.exported.content(context, project.type, item),
      );
    if (exchange === undefined) {
      const coco = new CocoWriter({ task: cocoTask(scope.options), classes });
      for await (const item of items()) coco.prepare(item.document);
      for await (const item of items()) {
        const { document, ...image } = await shown(item);
        await inTurns(coco.item(document, image), setImmediate);
      }
      return { ...answer, report: reported(coco.report) };
    }
    const writer = await makeWriter({
      classes,
      projectName: project.name,
      format: exchange,
      options: scope.options ?? {},
    });
    if (writer.prepare !== undefined)
      for await (const item of items()) writer.prepare(withoutFields(item.document, maskField));
    for await (const item of items()) {
      const one = await shown(item);
      if (writer.list !== undefined) await inTurns(textSteps(writer.list.item(one)), setImmediate);
      writer.files?.(one);
    }
    // What is known at the end of a file is read to the end.
    for (const _ of writer.list?.end() ?? []) continue;
    return { ...answer, report: reported(writer.report) };
  }
}
