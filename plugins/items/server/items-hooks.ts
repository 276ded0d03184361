import type { Selectable } from 'kysely';
import type { Fault } from '#core/base/common/index.ts';
import { Keyed, Notice, Question, Revision, Stage } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectStatuses } from '../common/item-status.ts';
import type { ItemTable } from './items-tables.ts';

/** An item as it stands in the database. */
export type ItemRow = Selectable<ItemTable>;

/** A move of one item from a status to another. */
export interface StatusChange {
  readonly item: ItemRow;
  readonly from: number;
  readonly to: number;
}

/** Something that must be finished before an item moves on; `where` names the instance or component it is about. */
export interface ConstraintFinding {
  readonly message: string;
  readonly where?: string;
}

/** What other plugins may take part in. */
export class ItemsHooks {
  /** Before somebody opens an item; a Fault refuses. */
  readonly opening = new Question<[context: RequestContext, item: ItemRow], Fault>('items.opening');
  /** Lets somebody who may not set every status make this one change; `true` lets, no answer refuses. */
  readonly statusPermitting = new Question<[context: RequestContext, change: StatusChange], true>('items.statusPermitting');
  /** Before a permitted change; a Fault refuses (constraints of a transition). */
  readonly statusChanging = new Question<[context: RequestContext, change: StatusChange], Fault>('items.statusChanging');
  /** What an item lacks to pass a transition, by the kind of the constraint (`required_attributes`); who knows the item's content adds findings. */
  readonly constraining = new Keyed((kind: string) => new Revision<RequestContext, readonly ConstraintFinding[], [item: ItemRow, constraint: Readonly<Record<string, unknown>>]>(`items.constraining.${kind}`));
  /** Where the first saved edit leads an item; the answer's own status means it stays. */
  readonly starting = new Revision<RequestContext, number, [item: ItemRow]>('items.starting');
  /** Inside the transaction of the change; a fault rolls it back. */
  readonly statusChanged = new Stage<[context: RequestContext, change: StatusChange]>('items.statusChanged');
  /** After the transaction of any change to items of a project; `itemIds` may be many. */
  readonly committed = new Notice<[context: RequestContext, change: { readonly projectId: number; readonly itemIds: readonly number[] }]>('items.committed');
  /** Inside the transaction, before items are marked as deleted. */
  readonly deleting = new Stage<[context: RequestContext, items: readonly ItemRow[]]>('items.deleting');
  /** Statuses whose items the caller's role sees; undefined means all. */
  readonly visibleStatuses = new Revision<RequestContext, readonly number[] | undefined, [projectId: number]>('items.visibleStatuses');
  /** The statuses of a project: `plainStatuses` unless a workflow says otherwise. */
  readonly statuses = new Revision<RequestContext, ProjectStatuses, [projectId: number]>('items.statuses');
}
