import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, forbidden, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit, transactionOf } from '#core/data/server/index.ts';
import { itemStatusOf, plainStatuses } from '../common/item-status.ts';
import type { ProjectStatuses } from '../common/item-status.ts';
import { itemsEvents } from '../common/events.ts';
import type { ItemRow, StatusChange } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

/** Moves items from status to status by the rules of the specification (section 4). */
export class ItemStatuses {
  constructor(@inject(ItemsHooks) private readonly hooks: ItemsHooks) {}

  /** The statuses a project knows. */
  of(context: RequestContext, projectId: number): Promise<ProjectStatuses> {
    return this.hooks.statuses.promise(context, plainStatuses, projectId);
  }

  /** Lets plugins load what they need for changes of statuses. Nothing inside a transaction, where it is too late. */
  async prepare(context: RequestContext, projectId: number): Promise<void> {
    if (transactionOf(context.team.id) === undefined) await this.hooks.statusesPreparing.promise(context, projectId);
  }

  /** @throws Fault INVALID_FIELD for a status the project does not know. */
  async check(context: RequestContext, projectId: number, to: number): Promise<void> {
    const { all } = await this.of(context, projectId);
    if (!all.includes(to)) throw invalidField('status', `must be one of ${all.join(', ')}`);
  }

  /**
   * Returns the reason against the caller moving the item, undefined when there is none. With the right to set statuses
   * any of the project's own (`all`) may be chosen; otherwise a plugin (the workflow) must permit this very step.
   */
  async refusal(
    context: RequestContext,
    item: ItemRow,
    to: number,
    all: readonly number[],
  ): Promise<Fault | undefined> {
    const change = { item, from: item.annotation_status, to };
    const scope = { projectId: item.project_id };
    if (!all.includes(to)) return notAllowed(item.annotation_status, to);
    if (!(await context.can('ApplyItemStatus', scope))) {
      if (!(await context.can('ApplyItemTransition', scope))) return forbidden('ApplyItemTransition');
      if ((await this.hooks.statusPermitting.promise(context, change)) !== true)
        return notAllowed(item.annotation_status, to);
    }
    return this.hooks.statusChanging.promise(context, change);
  }

  /**
   * Writes moves that were permitted; `requested` for those that somebody asked for. Inside the caller's transaction.
   * @throws ItemsRefused
   */
  async apply(
    context: RequestContext,
    items: readonly ItemRow[],
    to: number,
    { requested = false }: { readonly requested?: boolean } = {},
  ): Promise<void> {
    if (items.length === 0) return;
    const projectId = items[0]!.project_id;
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await trx
        .updateTable('items.item')
        .set({ annotation_status: to, updated_at: new Date() })
        .where(sql<boolean>`id = any(${items.map(item => item.id)}::int[])`)
        .execute();
      const changes = items.map(item => ({ item, from: item.annotation_status, to, requested }));
      await this.announceMoves(context, changes);
      await this.announce(
        context,
        projectId,
        items.map(item => item.id),
      );
    });
  }

  /** Announces moves that were written to other plugins. Inside the caller's transaction. @throws ItemsRefused */
  async announceMoves(context: RequestContext, changes: readonly StatusChange[]): Promise<void> {
    await this.hooks.statusChanged.promise(context, changes);
    await this.hooks.statusFollowing.promise(context, changes);
  }

  /** Notifies tabs and plugins that items changed. Inside the caller's transaction. */
  async announce(
    context: RequestContext,
    projectId: number,
    itemIds: readonly number[],
    folderId?: number,
  ): Promise<void> {
    if (itemIds.length === 0) return;
    await context.publish(itemsEvents.changed, {
      project_id: projectId,
      ...(folderId === undefined ? {} : { folder_id: folderId }),
      ...(itemIds.length > 100 ? {} : { item_ids: [...itemIds] }),
    });
    onCommit(() => this.hooks.committed.call(context, { projectId, itemIds }));
  }
}

/** 409 of a step the workflow does not have. */
export function notAllowed(from: number, to: number): Fault {
  return new Fault(
    'TRANSITION_NOT_ALLOWED',
    `This item can't go from ${itemStatusOf(from).title} to ${itemStatusOf(to).title}.`,
    { status: 409, details: { from, to } },
  );
}
