import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow, Items } from '#plugins/workspace/items/server/kit/index.ts';

/**
 * An item that the caller may annotate.
 * @throws Fault NOT_FOUND for what the caller does not see, FORBIDDEN for who may only look.
 */
export async function annotatedItem(items: Items, context: RequestContext, itemId: number): Promise<ItemRow> {
  const row = await items.get(context, itemId);
  await context.demand('AnnotateItem', { projectId: row.project_id });
  return row;
}
