import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Log, RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import { LogToken } from '#core/kernel/server/index.ts';
import { annotationRows, Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Measuring, workRows } from '#plugins/review/agreement/server/kit/index.ts';
import { plainStatuses } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow, StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import { itemRows, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import type { Difference } from '../common/api.ts';
import { accuracyOf, tallies } from '../common/gold-figures.ts';
import { fallenBelow, RECENT } from '../common/recent-accuracy.ts';
import { GoldFields } from './gold-fields.ts';
import { GoldHooks } from './gold-hooks.ts';
import { GoldMarks } from './gold-marks.ts';
import type { GoldTables } from './gold-tables.ts';

/** The status of items that are passed over: nothing was submitted. */
const SKIPPED = 6;
/** Copies compared on one occasion. */
const AT_ONCE = 50;

interface Pair {
  readonly item_id: number;
  readonly email: string;
  readonly own: unknown;
  readonly reference: unknown;
}

/** Compares the work of annotators with the gold items it was copied from. */
export class GoldComparisons {
  constructor(
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(Measuring) private readonly measuring: Measuring,
    @inject(GoldMarks) private readonly marks: GoldMarks,
    @inject(GoldFields) private readonly fields: GoldFields,
    @inject(GoldHooks) private readonly goldHooks: GoldHooks,
    @inject(LogToken) private readonly log: Log,
  ) {}

  /** Notes the copies that their annotators submit with a change of status. */
  async moved(context: RequestContext, changes: readonly StatusChange[]): Promise<void> {
    const projectId = changes[0]?.item.project_id;
    if (projectId === undefined) return;
    const { start, inProgress } = await this.hooks.statuses.promise(context, plainStatuses, projectId);
    const working = [start, inProgress ?? start];
    const ids = changes
      .filter(({ from, to }) => working.includes(from) && !working.includes(to) && to !== SKIPPED)
      .map(each => each.item.id);
    if (ids.length > 0) await this.submitted(context, projectId, ids);
  }

  /** Notes the caller's copies among items, and compares them once the transaction of the change has ended. */
  async submitted(context: RequestContext, projectId: number, ids: readonly number[]): Promise<void> {
    const submitted = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .updateTable('gold_items.copy')
        .set({ submitted_at: new Date() })
        .where('team_id', '=', context.team.id)
        .where('email', '=', context.user.email)
        .where('submitted_at', 'is', null)
        .where(sql<boolean>`item_id = any(${[...ids]}::int[])`)
        .returning('item_id')
        .execute(),
    );
    // After the answer, which takes as long as for other items.
    if (submitted.length > 0)
      onCommit(
        () =>
          void this.compare(
            context,
            projectId,
            submitted.map(row => row.item_id),
          ).catch((error: unknown) => this.log.error({ err: error }, 'work was not compared with its gold item')),
      );
  }

  /**
   * Compares copies of a project that were submitted and are not compared yet: those of `itemIds`, or some of all. The
   * first submission counts, whatever becomes of the item later.
   */
  async compare(context: RequestContext, projectId: number, itemIds?: readonly number[]): Promise<void> {
    const { rows } = await context.transaction((trx: Kysely<GoldTables>) =>
      sql<Pair>`select copy.item_id, copy.email, coalesce(work.document, own.document) as own, reference.document as reference
        from gold_items.copy as copy
        left join ${workRows} as work on work.team_id = copy.team_id and work.item_id = copy.item_id and work.email = copy.email
        left join ${annotationRows} as own on own.team_id = copy.team_id and own.item_id = copy.item_id
        left join ${annotationRows} as reference on reference.team_id = copy.team_id and reference.item_id = copy.gold_item_id
        where copy.team_id = ${context.team.id}::int and copy.project_id = ${projectId}::int
          and copy.submitted_at is not null and copy.accuracy is null
          and (${itemIds === undefined}::boolean or copy.item_id = any(${[...(itemIds ?? [])]}::int[]))
        order by copy.submitted_at limit ${AT_ONCE}::int`.execute(trx),
    );
    for (const row of rows) {
      const differences = await this.#differences(context, row);
      await context.transaction(async () => {
        if (await this.#keep(context, row, differences)) await this.#report(context, projectId, row.email);
      });
    }
  }

  async #differences(context: RequestContext, pair: Pair): Promise<readonly Difference[]> {
    const item = await context.transaction(
      async (trx: Kysely<GoldTables>) =>
        (
          await sql<ItemRow>`select item.* from ${itemRows} as item
          where item.team_id = ${context.team.id}::int and item.id = ${pair.item_id}::int`.execute(trx)
        ).rows[0]!,
    );
    const [reference, own] = await this.annotations.presented(context, item, [pair.reference, pair.own]);
    const measured = await this.measuring.measure(context, item, [
      { email: 'reference', document: reference! },
      { email: pair.email, document: own! },
    ]);
    const { given } = await this.marks.share(context, item.project_id);
    const fields = await this.fields.of(context, item.project_id, given);
    const shown = new Set(fields.flatMap(each => (each.given ? each.id : [])));
    return (measured?.pieces ?? [])
      .filter(({ label }) => !shown.has(label))
      .map(({ label, things, likeness }) => ({
        class_name: label,
        reference: things[0] ?? null,
        own: things[1] ?? null,
        similarity: things[0] === undefined || things[1] === undefined ? 0 : likeness,
      }));
  }

  /** Notes a comparison. False when another server has noted it. */
  async #keep(
    context: RequestContext,
    { item_id: itemId, email }: Pair,
    differences: readonly Difference[],
  ): Promise<boolean> {
    const classes = tallies(differences);
    const kept = await context.transaction((trx: Kysely<GoldTables>) =>
      trx
        .updateTable('gold_items.copy')
        .set({
          accuracy: accuracyOf(classes),
          classes: JSON.stringify(classes),
          differences: JSON.stringify(differences),
        })
        .where('team_id', '=', context.team.id)
        .where('item_id', '=', itemId)
        .where('email', '=', email)
        .where('accuracy', 'is', null)
        .returning('item_id')
        .execute(),
    );
    return kept.length > 0;
  }

  /** Announces an annotator whose newest comparison made their accuracy fall below the threshold of the project. */
  async #report(context: RequestContext, projectId: number, email: string): Promise<void> {
    const { threshold: percent } = await this.marks.share(context, projectId);
    if (percent === null) return;
    const { rows } = await context.transaction((trx: Kysely<GoldTables>) =>
      sql<{ accuracy: number }>`select accuracy from gold_items.copy where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int and email = ${email} and accuracy is not null
        order by submitted_at desc, item_id desc limit ${RECENT + 1}::int`.execute(trx),
    );
    const threshold = percent / 100;
    const accuracy = fallenBelow(
      threshold,
      rows.map(row => row.accuracy),
    );
    if (accuracy === undefined) return;
    const markedBy = await this.marks.markedBy(context, projectId);
    await this.goldHooks.fallen.promise(context, { projectId, email, accuracy, threshold, markedBy });
  }
}
