import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { projectStatusOf } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { ContributorLimits } from './contributor-limits.ts';

const COMPLETED = 3;
const ON_HOLD = 4;

/** A person's access to the annotations of an item. */
export interface AnnotationAccess {
  /** Why nothing may be written, in words for the screen; absent when it may. */
  readonly readOnly?: string;
  /** True when comments may be written, even where the rest is read-only. */
  readonly mayComment: boolean;
}

/** Access to annotations, by person and item: the right, and a status that the caller's role works with. */
export class AnnotationRights {
  constructor(
    @inject(ItemsHooks) private readonly items: ItemsHooks,
    @inject(Projects) private readonly projects: Projects,
    @inject(ContributorLimits) private readonly limits: ContributorLimits,
  ) {}

  /** Returns the caller's access to the annotations of an item. */
  async access(context: RequestContext, item: ItemRow): Promise<AnnotationAccess> {
    if (context.viewer !== undefined)
      return { readOnly: 'You are viewing as somebody else, so this item is read-only.', mayComment: false };
    const scope = { projectId: item.project_id };
    if (!(await context.can('AnnotateItem', scope)))
      return { readOnly: 'You may look at this item, but not annotate it.', mayComment: false };
    if (await context.can('ListFolders', scope)) return { mayComment: true };
    // On hold and completed projects are read-only for members.
    const status = (await this.projects.facts(context, item.project_id))?.status ?? COMPLETED;
    if (status === COMPLETED || status === ON_HOLD)
      return {
        readOnly: `The project is ${projectStatusOf(status).title.toLowerCase()}, so its items are read-only.`,
        mayComment: false,
      };
    const seen = await this.items.visibleStatuses.promise(context, undefined, item.project_id);
    const { seesComments } = await this.limits.of(context, item.project_id);
    if (seen === undefined || seen.includes(item.annotation_status)) return { mayComment: seesComments };
    // Whoever sees an item goes on talking about it.
    return {
      readOnly: `Items in “${itemStatusOf(item.annotation_status).title}” are read-only for your role.`,
      mayComment: seesComments && (await context.can('CommentItem', scope)),
    };
  }

  /** True for who sees a part of a project's items only, and perhaps a part only of what is in them. */
  async isBound(context: RequestContext, projectId: number): Promise<boolean> {
    return !(await context.can('ListFolders', { projectId }));
  }

  /**
   * True when the caller may write comments, and nothing else.
   * @throws Fault FORBIDDEN with the reason when they may not even do that
   */
  async commentsOnly(context: RequestContext, item: ItemRow): Promise<boolean> {
    const access = await this.access(context, item);
    if (!access.mayComment) refuse(access);
    return access.readOnly !== undefined;
  }

  /** @throws Fault FORBIDDEN with the reason. */
  async demandWrite(context: RequestContext, item: ItemRow): Promise<void> {
    refuse(await this.access(context, item));
  }
}

function refuse({ readOnly }: AnnotationAccess): void {
  if (readOnly !== undefined)
    throw new Fault('FORBIDDEN', readOnly, { status: 403, details: { action: 'AnnotateItem' } });
}
