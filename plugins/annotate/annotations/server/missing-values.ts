import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { ItemReader, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { plainStatuses } from '#plugins/workspace/items/common/index.ts';
import { missingValueField } from './missing-value-field.ts';

const RETURNED = 4;

/** Count of items that lack values which are required now. */
export interface MissingValueCount {
  readonly items: number;
  readonly completed: number;
  readonly completed_statuses: number[];
  readonly back: number;
}

/** Counts items whose objects lack values. */
export class MissingValues {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(Classes) private readonly classes: Classes,
  ) {}

  /** @throws Fault NOT_FOUND for a group that no class of the project has. */
  async count(context: RequestContext, projectId: number, groupIds: readonly number[]): Promise<MissingValueCount> {
    const known = new Set(
      (await this.classes.ofProject(context, projectId)).flatMap(each => each.attribute_groups.map(group => group.id)),
    );
    if (groupIds.some(each => !known.has(each))) throw notFound('The attribute group');
    const { all, start, inProgress, completed } = await this.hooks.statuses.promise(context, plainStatuses, projectId);
    const lacking = missingValueField.within!(sql`lacking.id = any(${[...groupIds]}::int[])`);
    const { items, done } = await context.transaction(async (trx: Kysely<unknown>) =>
      (await this.reader.visible(trx, context, projectId))
        .where(lacking)
        .select([
          sql<number>`count(*)::int`.as('items'),
          sql<number>`(count(*) filter (where item.annotation_status = any(${[...completed]}::int[])))::int`.as('done'),
        ])
        .executeTakeFirstOrThrow(),
    );
    return {
      items,
      completed: done,
      completed_statuses: [...completed],
      back: all.includes(RETURNED) && !completed.includes(RETURNED) ? RETURNED : (inProgress ?? start),
    };
  }
}
