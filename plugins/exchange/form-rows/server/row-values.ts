import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FormValues, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { formValues, sameJson, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { IntakeProject, PreparedDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import { AnnotationBatches, Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';
import { plannedData } from '../common/planned-item.ts';
import type { PlannedValue } from '../common/planned-item.ts';
import { componentOf } from '../common/row-mapping.ts';
import { operationId } from '#plugins/exchange/exchange/server/kit/index.ts';
import type { FailRow, PlacedRow, RowTask } from './row-task.ts';

/** Stores the values of rows as annotations of their items. */
export class RowValues {
  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationBatches) private readonly batches: AnnotationBatches,
  ) {}

  /**
   * Stores the values; keeps comments and what the file has no column for. Returns the items whose values were refused.
   */
  async store(
    context: RequestContext,
    { id, target, choices }: RowTask,
    project: IntakeProject,
    placed: readonly PlacedRow[],
    changed: Set<number>,
    fail: FailRow,
  ): Promise<ReadonlySet<number>> {
    const before = new Map<number, JsonRecord>();
    const old = placed.filter(each => !each.isNew).map(each => each.item);
    if (old.length > 0)
      for await (const { item, document } of this.annotations.native(context, old, project))
        if (document !== undefined) before.set(item.id, document);
    const mapped = new Set(Object.values(choices.mapping).flatMap(target => componentOf(target) ?? []));
    const ready: PreparedDocument[] = [];
    const failed = new Set<number>();
    for (const { plan, item, isNew } of placed) {
      const stored = before.get(item.id);
      const kept = stored === undefined ? new Map<string, never>() : formValues(stored);
      const data = plannedData({ values: beforeAndNow(plan.values, kept, mapped) }, target.plan);
      const comments =
        plan.comments ?? (Array.isArray(stored?.['comments']) ? (stored['comments'] as readonly unknown[]) : []);
      // The same file again changes nothing.
      if (
        sameJson(Object.fromEntries(kept), Object.fromEntries(formValues({ data }))) &&
        sameJson(stored?.['comments'] ?? [], comments)
      )
        continue;
      try {
        const prepared = await this.batches.prepare(
          context,
          project,
          item,
          { metadata: { name: item.name }, data, ...(comments.length === 0 ? {} : { comments }) },
          'upload',
        );
        ready.push({ ...prepared, op: operationId(`rows ${id}/${plan.row}`) });
        changed.add(item.id);
      } catch (error) {
        if (!isFault(error) || error.status >= 500) throw error;
        failed.add(item.id);
        fail(plan.row, '', isNew ? `The item was made without values. ${error.message}` : error.message);
      }
    }
    await this.batches.put(context, target.projectId, ready);
    return failed;
  }
}

/** The values of a row with those of components it has no column for, and with what was beside its own. */
function beforeAndNow(
  values: readonly PlannedValue[],
  stored: FormValues,
  mapped: ReadonlySet<string>,
): readonly PlannedValue[] {
  const entries = [...stored].flatMap(([id, list]) =>
    list.map(entry => ({
      id,
      path: entry.element_path,
      value: entry.value,
      beside: withoutFields(entry, 'value', 'element_path'),
    })),
  );
  const byPath = new Map(entries.map(each => [pathKey(each.path), each.beside]));
  return [
    ...values.map(each => ({ ...each, beside: { ...byPath.get(pathKey(each.path)), ...each.beside } })),
    ...entries.filter(each => !mapped.has(each.id)),
  ];
}
