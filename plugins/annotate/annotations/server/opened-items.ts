import { inject } from 'inversify';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Access, Action } from '#core/permissions/common/index.ts';
import {
  flagsOf,
  folderActions,
  projectActions,
  projectRoleName,
  teamActionsInProject,
  toAccess,
} from '#core/permissions/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { itemStatusOf, plainStatuses } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { ProjectSettings, Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { OpenedItem, StatusChoice } from '../common/api.ts';
import { defaultVersion } from '../common/checks.ts';
import { projectLook } from '../common/project-look.ts';
import { AnnotationRights } from './annotation-rights.ts';
import { ContributorLimits } from './contributor-limits.ts';
import { AnnotationHooks } from './annotation-hooks.ts';
import { Masks } from './masks.ts';
import { ReviewRights } from './review-rights.ts';
import type { ItemAnnotation } from './annotations.ts';
import { LargeDocuments } from './large/large-documents.ts';
import { AnnotationVersions } from './annotation-versions.ts';
import { AnnotationWriter } from './annotation-writer.ts';
import type { PutResult } from './annotation-writes.ts';
import { Annotations } from './annotations.ts';

const mutable = ({ actions, action_groups: groups }: Access): { actions: string[]; action_groups: string[] } => ({
  actions: [...actions],
  action_groups: [...groups],
});

/** Puts together all that the editor needs of one item, so that it opens in one call. */
export class OpenedItems {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(Items) private readonly items: Items,
    @inject(ItemsHooks) private readonly itemsHooks: ItemsHooks,
    @inject(Classes) private readonly classes: Classes,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationVersions) private readonly versions: AnnotationVersions,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(Masks) private readonly masks: Masks,
    @inject(ReviewRights) private readonly review: ReviewRights,
    @inject(ContributorLimits) private readonly limits: ContributorLimits,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(LargeDocuments) private readonly large: LargeDocuments,
  ) {}

  /** @throws Fault NOT_FOUND for what the caller does not see; what a tap of `ItemsHooks.opening` answers. */
  async open(context: RequestContext, projectId: number, itemId: number): Promise<OpenedItem> {
    const large = await this.large.open(context, projectId, itemId);
    const annotation: ItemAnnotation = large ?? (await this.annotations.byId(context, projectId, itemId));
    const row = annotation.item;
    const membership = await this.projects.membership(context, projectId);
    const project = await this.projects.facts(context, projectId);
    if (membership === undefined || project === undefined) throw notFound('The project');
    const accesses = {
      project: mutable(toAccess([...projectActions(membership), ...teamActionsInProject(membership)] as Action[])),
      folder: mutable(toAccess(folderActions(membership))),
    };
    return {
      item: await this.items.view(context, row),
      asset: await this.items.asset(context, row),
      project: { id: projectId, name: project.name, type: project.type },
      document: await this.limits.shown(context, projectId, annotation.document),
      limits: await this.limits.of(context, projectId),
      look: projectLook(await this.settings.list(context, projectId)),
      mask: (await this.masks.address(context, annotation.document, row.name)) ?? null,
      revision: annotation.revision,
      large: large === undefined ? null : { count: large.count, job_id: large.jobId ?? null },
      updatedBy: annotation.updatedBy ?? null,
      updatedAt: annotation.updatedAt?.toISOString() ?? null,
      classes: [...(await this.classes.ofProject(context, projectId))],
      accesses,
      flags: flagsOf({ ...accesses, paused: membership.paused, features: context.team.features }),
      role: { id: membership.role, name: projectRoleName(membership.role) ?? `Role ${membership.role}` },
      particulars: await this.hooks.equipping.for(this.types.wordOf(project.type)).promise(context, {}, row),
      ...(large?.jobId === undefined
        ? await this.#openState(context, row, annotation)
        : { readOnly: 'The objects of this image are being prepared.', mayComment: false }),
      status: await this.#status(context, row, annotation.own !== undefined),
    };
  }

  async #openState(
    context: RequestContext,
    row: ItemRow,
    { document: { version }, own }: ItemAnnotation,
  ): Promise<Pick<OpenedItem, 'readOnly' | 'mayComment'>> {
    if (own?.readOnly !== undefined) return { readOnly: own.readOnly, mayComment: false };
    if (version !== undefined && version !== null && version !== defaultVersion)
      return { readOnly: `These annotations were made by a newer version (${version}).`, mayComment: false };
    const { readOnly = null, mayComment } = await this.rights.access(context, row);
    return { readOnly, mayComment };
  }

  /** @param own the caller works on a copy: what becomes of the item is not theirs to say */
  async #status(context: RequestContext, row: ItemRow, own: boolean): Promise<OpenedItem['status']> {
    const scope = { projectId: row.project_id };
    const { all, names, keys } = await this.itemsHooks.statuses.promise(context, plainStatuses, row.project_id);
    const choice = (value: number): StatusChoice => ({
      ...itemStatusOf(value, names?.get(value)),
      ...(keys?.has(value) === true ? { keys: keys.get(value) } : {}),
    });
    const others = all.filter(value => value !== row.annotation_status);
    const available = own
      ? []
      : (await context.can('ApplyItemStatus', scope))
        ? others
        : (await context.can('ApplyItemTransition', scope))
          ? await this.#permitted(context, row, others)
          : [];
    const constraints = await this.#constraints(context, row, available);
    const seesAll = row.is_pinned || (await context.can('ListFolders', scope));
    const visible = seesAll
      ? undefined
      : await this.itemsHooks.visibleStatuses.promise(context, undefined, row.project_id);
    return {
      current: choice(row.annotation_status),
      all: all.map(each => choice(each)),
      available,
      ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
      visible: visible === undefined ? null : [...visible],
      after_save: await this.items.statusAfterSave(context, row),
    };
  }

  async #permitted(context: RequestContext, row: ItemRow, targets: readonly number[]): Promise<number[]> {
    const allowed: number[] = [];
    for (const to of targets)
      if (
        (await this.itemsHooks.statusPermitting.promise(context, { item: row, from: row.annotation_status, to })) ===
        true
      )
        allowed.push(to);
    return allowed;
  }

  async #constraints(
    context: RequestContext,
    row: ItemRow,
    available: readonly number[],
  ): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const to of available) {
      const change = { item: row, from: row.annotation_status, to };
      const kinds = (await this.itemsHooks.statusConstraints.promise(context, change)) ?? [];
      if (kinds.length > 0) found[to] = [...kinds];
    }
    return found;
  }

  /**
   * Stores an earlier version as the newest; comments and approvals stay as they are for who may not change those of
   * others.
   */
  async restore(
    context: RequestContext,
    projectId: number,
    itemId: number,
    revision: number,
    save: { readonly op: string; readonly base: number },
  ): Promise<PutResult> {
    const row = await this.items.get(context, itemId, projectId);
    const document = await this.versions.get(context, row, revision);
    if (document.version !== undefined && document.version !== defaultVersion)
      throw new Fault('ANNOTATION_INVALID', 'This version was made by a newer version of the product.', {
        status: 422,
      });
    return this.writer.put(context, row, await this.review.withPresentReview(context, row, document), {
      ...save,
      restored: true,
    });
  }
}
