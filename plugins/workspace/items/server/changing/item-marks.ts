import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { ItemReader } from '../item-reader.ts';
import { ItemsHooks } from '../items-hooks.ts';

/** Computes marks of items, which change with any work on them. */
export class ItemMarks {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /** A text of each item that is there, another one after somebody changed it, its annotations or its place. */
  async of(context: RequestContext, projectId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.reader.byIds(context, projectId, ids, { lock: true });
    const marks = await this.hooks.marking.promise(context, new Map(), [...rows.keys()]);
    return new Map(
      [...rows].map(([id, row]) => [id, `${row.folder_id} ${row.updated_at.getTime()} ${marks.get(id) ?? ''}`.trim()]),
    );
  }
}
