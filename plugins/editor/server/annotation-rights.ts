import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemStatusOf } from '#plugins/items/common/item-status.ts';
import type { ItemRow } from '#plugins/items/server/kit/index.ts';
import { ItemsHooks } from '#plugins/items/server/kit/index.ts';
import { projectStatusOf } from '#plugins/projects/common/project-status.ts';
import { Projects } from '#plugins/projects/server/kit/index.ts';

const COMPLETED = 3;
const ON_HOLD = 4;

/** Who may change the annotations of which item: the right, and a status that the caller's role works with. */
export class AnnotationRights {
  constructor(
    @inject(ItemsHooks) private readonly items: ItemsHooks,
    @inject(Projects) private readonly projects: Projects,
  ) {}

  /** Why the caller may not write, in words for the screen; undefined when he may. */
  async readOnlyReason(context: RequestContext, item: ItemRow): Promise<string | undefined> {
    const scope = { projectId: item.project_id };
    if (!await context.can('AnnotateItem', scope)) return 'You may look at this item, but not annotate it.';
    if (await context.can('ListFolders', scope)) return undefined;
    // On hold and completed projects are read-only for members (not-shown decisions, D).
    const status = (await this.projects.facts(context, item.project_id))?.status ?? COMPLETED;
    if (status === COMPLETED || status === ON_HOLD) return `The project is ${projectStatusOf(status).title.toLowerCase()}, so its items are read-only.`;
    const seen = await this.items.visibleStatuses.promise(context, undefined, item.project_id);
    if (seen === undefined || seen.includes(item.annotation_status)) return undefined;
    return `Items in “${itemStatusOf(item.annotation_status).title}” are read-only for your role.`;
  }

  /** @throws Fault FORBIDDEN with the reason. */
  async demandWrite(context: RequestContext, item: ItemRow): Promise<void> {
    const reason = await this.readOnlyReason(context, item);
    if (reason !== undefined) throw new Fault('FORBIDDEN', reason, { status: 403, details: { action: 'AnnotateItem' } });
  }
}
