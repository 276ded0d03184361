import type { ItemFilter } from '../common/api.ts';
import { MOST_EXCEPT } from '../common/change-api.ts';
import { messages } from './messages.ts';

/** Items chosen one by one. */
export interface ChosenItems {
  readonly ids: ReadonlySet<number>;
}

/** All of a list without some, however many they are: no id is held of them. */
export interface ListedItems {
  readonly filter: ItemFilter;
  readonly except: ReadonlySet<number>;
  /** Items of the list. */
  readonly total: number;
}

export type Selection = ChosenItems | ListedItems;

export const NOTHING: Selection = { ids: new Set() };

export const isListed = (selection: Selection): selection is ListedItems => 'filter' in selection;

export const sizeOf = (selection: Selection): number =>
  isListed(selection) ? Math.max(0, selection.total - selection.except.size) : selection.ids.size;

export const isSelected = (selection: Selection, id: number): boolean =>
  isListed(selection) ? !selection.except.has(id) : selection.ids.has(id);

/**
 * With the item when it was not there, without it when it was. What is left of a list when nearly nothing is, is
 * nothing.
 */
export function toggled(selection: Selection, id: number): Selection {
  const changed = new Set(isListed(selection) ? selection.except : selection.ids);
  if (!changed.delete(id)) changed.add(id);
  if (!isListed(selection)) return { ids: changed };
  if (changed.size >= selection.total || changed.size > MOST_EXCEPT) return NOTHING;
  return { ...selection, except: changed };
}

/** The selection as calls take it. */
export function requestOf(
  selection: Selection,
): { item_ids: number[] } | { filter: Record<string, unknown>; except?: number[] } {
  if (!isListed(selection)) return { item_ids: [...selection.ids] };
  const { sort: _, order: __, ...filter } = selection.filter;
  return {
    filter: filter as Record<string, unknown>,
    ...(selection.except.size === 0 ? {} : { except: [...selection.except] }),
  };
}

const counted = (count: number): string => count.toLocaleString('en');

/** `3 items`. */
export const things = (count: number): string => `${counted(count)} ${count === 1 ? 'item' : 'items'}`;

/** Returns the text of the bar about the selection. */
export function selectionText(selection: Selection): string {
  if (!isListed(selection)) return messages.selection.countedSelected(counted(selection.ids.size));
  return selection.except.size === 0
    ? messages.selection.allCountedThatMatch(counted(selection.total))
    : messages.selection.countedOfThatMatch(counted(sizeOf(selection)), counted(selection.total));
}

/** Places of a list that are looked through for what is chosen: those on screen and around it are held. */
const LOOKED_AT = 5000;

/** The chosen items that the window of a list holds, of `count` in all. */
export function chosenItems<I extends { readonly id: number }>(
  selection: Selection,
  list: { readonly at: (index: number) => I | undefined },
  count: number,
): readonly I[] {
  const chosen: I[] = [];
  for (let index = 0; index < Math.min(count, LOOKED_AT) && chosen.length < sizeOf(selection); index++) {
    const item = list.at(index);
    if (item !== undefined && isSelected(selection, item.id)) chosen.push(item);
  }
  return chosen;
}
