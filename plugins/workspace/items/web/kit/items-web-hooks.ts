import { ChoiceHook, KeyedHooks, RevisionHook } from '#core/base/common/index.ts';
import type { ItemChangeView } from '../../common/change-api.ts';
import type { ItemStatus } from '../../common/item-status.ts';
import type { FilterField } from './filter-field.ts';

/** The project a question of the browser is about. */
export interface InProject {
  readonly projectId: number;
}

/** Hooks of other plugins into screens about items. */
export class ItemsWebHooks {
  /** The statuses of a project, with the names a workflow gives them. */
  readonly statuses = new RevisionHook<InProject, readonly ItemStatus[]>('items.statuses');
  /** Statuses to which the caller may move items that are in all of `from`; the server asks again. */
  readonly targets = new RevisionHook<InProject, readonly ItemStatus[], [from: readonly number[]]>('items.targets');
  /**
   * Fields of other plugins by which the items of a project can be filtered; the server answers them by its `querying`.
   */
  readonly filterFields = new RevisionHook<InProject, readonly FilterField[]>('items.filterFields');
  /** The verb of a change of another plugin's kind, or of its undo, to follow `3 items`: `added to “Train”`. */
  readonly changeVerbs = new KeyedHooks(
    (kind: string) => new ChoiceHook<[change: ItemChangeView], string>(`items.changeVerbs.${kind}`),
  );
}
