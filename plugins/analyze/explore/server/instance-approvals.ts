import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Annotations, AnnotationWriter } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';

/** Approves and disapproves instances of many items: each document is saved as the editor saves it. */
export class InstanceApprovals {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
  ) {}

  /** Answers by item; an item some of whose instances are not there fails as a whole. */
  async set(
    context: RequestContext,
    projectId: number,
    instances: readonly { readonly item_id: number; readonly id: string }[],
    approval: 'approved' | 'disapproved' | 'none',
  ): Promise<BulkResult> {
    await context.demand('ApplyItemAnnotationInstanceApprovalStatus', { projectId });
    const error = approval === 'none' ? null : approval === 'disapproved';
    const wanted = new Map<number, Set<string>>();
    for (const { item_id: item, id } of instances) wanted.set(item, (wanted.get(item) ?? new Set()).add(id));
    const rows = await this.items.byIds(context, projectId, [...wanted.keys()]);
    const result: BulkResult = { success: [], failed: [], skipped: [] };
    for (const [itemId, ids] of wanted) {
      const item = rows.get(itemId);
      if (item === undefined) {
        result.failed.push({ id: itemId, code: 'NOT_FOUND' });
        continue;
      }
      const { document, revision } = await this.annotations.of(context, item);
      const known = document.instances.filter(each => ids.has(each.id));
      if (known.length < ids.size)
        result.failed.push({
          id: itemId,
          code: 'NOT_FOUND',
          message: 'Some of the instances were not found. They may have been deleted.',
        });
      else if (known.every(each => (each.error ?? null) === error)) result.skipped.push(itemId);
      else {
        const now = { updatedAt: new Date().toISOString(), updatedBy: { email: context.user.email } };
        const changed = {
          ...document,
          instances: document.instances.map(each => (ids.has(each.id) ? { ...each, error, ...now } : each)),
        };
        try {
          await this.writer.put(context, item, changed, { base: revision, keepStatus: true });
          result.success.push(itemId);
        } catch (fault) {
          if (!isFault(fault) || fault.status >= 500) throw fault;
          result.failed.push({ id: itemId, code: fault.code, message: fault.message });
        }
      }
    }
    return result;
  }
}
