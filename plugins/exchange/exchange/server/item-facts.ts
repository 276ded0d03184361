import { inject, optional } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Categories, ItemCategories } from '#plugins/organize/categories/server/kit/index.ts';
import { CustomMetadata } from '#plugins/organize/item-fields/server/kit/index.ts';
import { systemItemStatuses } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemChanges, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { groupBy } from '../common/group-by.ts';
import type { ProjectFile, ProjectFileItem } from '../common/project-file.ts';

/** More than a project may have. */
const MOST_CATEGORIES = 10_000;

/** An item of the project and what the archive says of it. */
export interface KnownItem {
  readonly row: ItemRow;
  readonly fact: ProjectFileItem;
}

/**
 * Restores what an archive of a project knows of its items beside their annotations. What the caller may not set stays
 * as it is.
 */
export class ItemFacts {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(ItemChanges) private readonly changes: ItemChanges,
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
    @inject(ItemCategories) @optional() private readonly itemCategories: ItemCategories | undefined,
    @inject(CustomMetadata) @optional() private readonly itemFields: CustomMetadata | undefined,
  ) {}

  /**
   * Makes the categories and custom fields of the archive that the project has not. Answers in words what was left out.
   */
  async prepare(
    context: RequestContext,
    projectId: number,
    { categories, customFields }: ProjectFile,
  ): Promise<readonly string[]> {
    const names = categories.map(each => each.name);
    const itemFields = this.#fields(context);
    const present = await itemFields?.schema(context, projectId);
    const fields = Object.entries(customFields ?? {}).filter(([name]) => present?.has(name) !== true);
    const sorted = names.length === 0 || (await this.#most(context, projectId)) > 0;
    if (!(await context.can('UpdateProjectSettings', { projectId }))) {
      return [
        ...(names.length > 0 ? ["Categories were not made: you don't have the right to change the project."] : []),
        ...(fields.length > 0 ? ["Custom fields were not made: you don't have the right to change the project."] : []),
      ];
    }
    const left = sorted ? [] : ['Categories were left out: item categories are switched off for this project.'];
    if (sorted && names.length > 0) await this.categories?.create(context, projectId, names);
    if (itemFields === undefined)
      return [
        ...left,
        ...(fields.length > 0 ? ['Item fields were left out: they are switched off for this organization.'] : []),
      ];
    try {
      await itemFields.create(context, projectId, fields);
      return left;
    } catch (error) {
      if (!isFault(error)) throw error;
      return [...left, `Custom fields were not made: ${error.message}`];
    }
  }

  /** Statuses, approval, pins, priorities, categories and custom values of a page of items. */
  async restore(context: RequestContext, projectId: number, known: readonly KnownItem[]): Promise<void> {
    const may = (action: Parameters<RequestContext['can']>[0]): Promise<boolean> => context.can(action, { projectId });
    // Who may not set a status keeps what the item has; each item is asked about.
    for (const [status, rows] of grouped(
      known,
      ({ fact }) => systemItemStatuses.find(each => each.name === fact.status)?.value,
      row => row.annotation_status,
    ))
      await this.items.setStatus(context, projectId, rows, status);
    if (await may('ApplyItemApprovalStatus'))
      for (const [approval, rows] of grouped(
        known,
        ({ fact }) => fact.approvalStatus ?? undefined,
        row => row.approval_status,
      ))
        await this.changes.approve(context, projectId, rows, approval);
    if (await may('ApplyItemPin'))
      for (const [pinned, rows] of grouped(
        known,
        ({ fact }) => fact.pinned ?? undefined,
        row => row.is_pinned,
      ))
        await this.changes.pin(context, projectId, rows, pinned);
    for (const [folderId, list] of groupBy(known, ({ row }) => row.folder_id)) {
      const priorities = new Map(
        list.flatMap(({ row, fact }) =>
          typeof fact.priority === 'number' && fact.priority !== row.entropy_value
            ? [[row.name, fact.priority] as const]
            : [],
        ),
      );
      if (priorities.size > 0 && (await may('SetItemPriority')))
        await this.changes.prioritize(context, projectId, folderId, priorities);
      const values = list.flatMap(({ row, fact }) =>
        fact.customMetadata === undefined || fact.customMetadata === null
          ? []
          : [[row.name, fact.customMetadata] as const],
      );
      if (values.length > 0 && (await may('SetItemPriority')))
        await this.#fields(context)?.fill(context, projectId, folderId, values);
    }
    if (await may('SetItemCategory')) await this.#categorize(context, projectId, known);
  }

  /** Returns the fields of items, or undefined where that plugin is off. */
  #fields(context: RequestContext): CustomMetadata | undefined {
    return context.enabled('item-fields') ? this.itemFields : undefined;
  }

  /** Returns how many categories an item may have; 0 where they are off. */
  async #most(context: RequestContext, projectId: number): Promise<number> {
    return context.enabled('categories') ? ((await this.categories?.most(context, projectId)) ?? 0) : 0;
  }

  async #categorize(context: RequestContext, projectId: number, known: readonly KnownItem[]): Promise<void> {
    const wanted = known.flatMap(({ row, fact }) => {
      const names = fact.categories ?? (fact.category === undefined || fact.category === null ? [] : [fact.category]);
      return names.length === 0 ? [] : [{ id: row.id, names }];
    });
    const most = wanted.length === 0 ? 0 : await this.#most(context, projectId);
    if (most === 0 || this.categories === undefined) return;
    const { data } = await this.categories.list(context, projectId, { offset: 0, limit: MOST_CATEGORIES });
    const ids = new Map(data.map(each => [each.name.toLowerCase(), each.id]));
    await this.itemCategories?.replace(
      context,
      projectId,
      undefined,
      wanted.map(({ id, names }) => ({
        item_id: id,
        categories: names.flatMap(name => ids.get(name.toLowerCase()) ?? []).slice(0, most),
      })),
    );
  }
}

/** Ids of the items that are to get each value and have another. */
function grouped<T>(
  known: readonly KnownItem[],
  wanted: (item: KnownItem) => T | undefined,
  has: (row: ItemRow) => T,
): ReadonlyMap<T, readonly number[]> {
  const moves = known.flatMap(item => {
    const to = wanted(item);
    return to === undefined || to === has(item.row) ? [] : [{ id: item.row.id, to }];
  });
  return new Map([...groupBy(moves, each => each.to)].map(([to, list]) => [to, list.map(each => each.id)]));
}
