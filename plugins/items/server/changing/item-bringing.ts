import { inject } from 'inversify';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { bringManner } from '../../common/bring-api.ts';
import type { ChangeCounts } from '../../common/change-outcome.ts';
import { Folders } from '../folders.ts';
import { ItemCopier } from '../item-copier.ts';
import { ItemReader } from '../item-reader.ts';
import type { FolderRow } from '../items-tables.ts';

const keptBringing = z.object({ ...bringManner.shape, folder_id: z.int() });
export type Bringing = z.output<typeof keptBringing>;

/** Brings items of any folders of a project into one folder, some at a time. */
export class ItemBringing {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemCopier) private readonly copier: ItemCopier,
  ) {}

  /** The folder items are brought to, for a caller who may do that. @throws Fault NOT_FOUND, FORBIDDEN */
  async open(context: RequestContext, projectId: number, given: unknown): Promise<{ readonly bringing: Bringing; readonly target: FolderRow }> {
    const bringing = keptBringing.parse(given);
    await context.demand(bringing.operation === 'move' ? 'MoveItem' : 'CopyItem', { projectId });
    return { bringing, target: await this.folders.get(context, projectId, bringing.folder_id) };
  }

  /** Brings some items over: those whose names are taken there, and those that are there already, count as the same unless they replace. */
  async bring(context: RequestContext, projectId: number, ids: readonly number[], { bringing, target }: Awaited<ReturnType<ItemBringing['open']>>): Promise<ChangeCounts> {
    // What is moved stays the same item, with all it has.
    const whole = bringing.operation === 'move';
    const manner = { operation: bringing.operation, annotations: whole || bringing.annotations, keepPin: whole || bringing.pins, duplicates: bringing.duplicates };
    return context.transaction(async () => {
      const rows = [...(await this.reader.byIds(context, projectId, ids)).values()];
      let [changed, same] = [0, 0];
      for (const source of new Set(rows.map(row => row.folder_id))) {
        const { done, skipped } = await this.copier.bring(context, rows.filter(row => row.folder_id === source).map(row => row.id), source, target, manner);
        changed += done;
        same += skipped;
      }
      return { changed, same, since: 0, refused: [] };
    });
  }
}
