/** Chosen items of a list, by their ids; `active` is the place of the keyboard, `anchor` where a range begins. */
export interface GridSelection {
  readonly chosen: ReadonlySet<number>;
  readonly active: number;
  readonly anchor: number;
}

export const nothingChosen: GridSelection = { chosen: new Set(), active: 0, anchor: 0 };

const stretch = (ids: readonly number[], from: number, to: number): readonly number[] =>
  ids.slice(Math.min(from, to), Math.max(from, to) + 1);

/**
 * A click: alone it chooses one, with Ctrl it adds or takes out, with Shift it chooses from the anchor, with both it
 * adds that.
 */
export function clicked(
  { chosen, anchor }: GridSelection,
  ids: readonly number[],
  place: number,
  { extend, toggle }: { readonly extend: boolean; readonly toggle: boolean },
): GridSelection {
  const id = ids[place];
  if (id === undefined) return { chosen, anchor, active: place };
  if (extend)
    return { chosen: new Set([...(toggle ? chosen : []), ...stretch(ids, anchor, place)]), anchor, active: place };
  if (!toggle) return { chosen: new Set([id]), anchor: place, active: place };
  const changed = new Set(chosen);
  if (!changed.delete(id)) changed.add(id);
  return { chosen: changed, anchor: place, active: place };
}

/** The keyboard moves to another place; with Shift all from the anchor is chosen. */
export function movedTo(
  { chosen, anchor }: GridSelection,
  ids: readonly number[],
  place: number,
  extend: boolean,
): GridSelection {
  const active = Math.max(0, Math.min(ids.length - 1, place));
  return extend
    ? { chosen: new Set(stretch(ids, anchor, active)), anchor, active }
    : { chosen, anchor: active, active };
}

export const allChosen = ({ active, anchor }: GridSelection, ids: readonly number[]): GridSelection => ({
  chosen: new Set(ids),
  active,
  anchor,
});

/**
 * Returns the items that a key applies to: the chosen items in the order of the list, or the one under the keyboard.
 */
export function targets({ chosen, active }: GridSelection, ids: readonly number[]): readonly number[] {
  const found = chosen.size === 0 ? [] : ids.filter(each => chosen.has(each));
  return found.length > 0 ? found : ids.slice(active, active + 1);
}
