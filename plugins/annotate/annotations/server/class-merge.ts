import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ClassMerge } from '#plugins/workspace/classes/server/kit/index.ts';
import { Items, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { isRecord } from '../common/json-value.ts';
import { mergedDocument } from '../common/merge-classes.ts';
import { AnnotationBatches } from './annotation-batches.ts';
import { wholeDocument } from './large/whole-document.ts';
import { listedIn } from './listed-in.ts';

/** Documents that are rewritten in one transaction. */
const PAGE = 50;

interface StoredRow {
  readonly item_id: number;
  readonly revision: number;
  readonly instance_count: number;
  readonly document: unknown;
}

/** Gives the objects of merged classes their new class, as a new revision of each document. */
export class ClassMergeDocuments {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(AnnotationBatches) private readonly batches: AnnotationBatches,
  ) {}

  /** Asks for no right: the caller did. Documents that are saved meanwhile are read again. */
  async run(context: RequestContext, { projectId, from, into, signal, progress }: ClassMerge): Promise<void> {
    const ids = from.map(each => each.id);
    let done = 0;
    // A document that was saved with a merged class behind the walk is met by the next one.
    for (let after = 0, before = -1; ;) {
      signal.throwIfAborted();
      const page = await context.transaction(async () => {
        const rows = await this.#next(context, projectId, ids, after);
        const items = await this.items.byIds(
          context,
          projectId,
          rows.map(row => row.item_id),
        );
        const revisions = await this.batches.put(
          context,
          projectId,
          rows.flatMap(row => {
            const item = items.get(row.item_id);
            return item === undefined || !isRecord(row.document)
              ? []
              : [
                  {
                    item,
                    base: row.revision,
                    json: JSON.stringify(mergedDocument(row.document, from, into)),
                    instanceCount: row.instance_count,
                    warnings: [],
                    missingResources: { class: [], attribute: [], attributeGroup: [], template: [] },
                  },
                ];
          }),
        );
        return { last: rows.at(-1)?.item_id, written: revisions.size };
      });
      progress((done += page.written));
      if (page.last !== undefined) after = page.last;
      else if (before === done || done === 0) return;
      else [after, before] = [0, done];
    }
  }

  /** The next documents with objects of the classes, locked until they are rewritten. */
  async #next(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    after: number,
  ): Promise<readonly StoredRow[]> {
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<StoredRow>`
        select kept.item_id, kept.revision, kept.instance_count, ${wholeDocument('kept')} as document
        from annotations.annotation as kept
        join ${itemRows} as item on item.team_id = kept.team_id and item.id = kept.item_id and item.deleted_at is null
        where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int and kept.item_id > ${after}::int and exists (
          select from jsonb_array_elements(${listedIn(sql`(${wholeDocument('kept')}) -> 'instances'`)}) as instance
          where coalesce(instance.value -> 'meta' -> 'classId', instance.value -> 'classId') = any(${ids.map(String)}::jsonb[]))
        order by kept.item_id limit ${PAGE} for update of kept`.execute(trx),
    );
    return rows;
  }
}
