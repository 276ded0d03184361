import { freshIds } from '../../common/component-ids.ts';
import { componentTypeOf } from '../../common/component-types.ts';
import type { ComponentRename } from '../../common/form-difference.ts';
import type { FormComponent } from '../../common/form-document.ts';
import {
  addComponents,
  duplicateComponents,
  moveComponents,
  newComponent,
  pasteComponents,
  removeComponents,
  setFields,
  wrapComponents,
} from '../../common/form-edits.ts';
import type { FormPlace } from '../../common/form-places.ts';
import { childrenOf, findComponent, idsOf, placeOf, takes } from '../../common/form-places.ts';
import { renameComponent } from '../../common/rename-component.ts';
import type { BuilderStore } from './builder-store.ts';
import { chosenIds } from './builder-store.ts';
import { messages } from '../messages.ts';

/**
 * Returns the place of a new component: into the container that is chosen, or after what is chosen, or at the end of
 * the form.
 */
export function placeForNew(store: BuilderStore, component: FormComponent): FormPlace {
  const { components } = store.form;
  const { focus } = store.state;
  if (component.type === 'header') return { parent: undefined, at: 0 };
  let chosen = focus === undefined ? undefined : findComponent(components, focus);
  // A grid takes into its first column, tabs into the first tab.
  if ((chosen?.type === 'grid' || chosen?.type === 'tabs') && component.type !== 'column' && component.type !== 'tab')
    chosen = chosen.children?.[0] ?? chosen;
  if (chosen !== undefined && takes(chosen, component)) return { parent: chosen.id, at: chosen.children?.length ?? 0 };
  for (let id = chosen?.id; id !== undefined;) {
    const place = placeOf(components, id);
    if (place === undefined) break;
    if (takes(place.parent === undefined ? undefined : findComponent(components, place.parent), component))
      return { parent: place.parent, at: place.at + 1 };
    id = place.parent;
  }
  return { parent: undefined, at: components.length };
}

/** A component of this type as it begins. */
export const makeComponent = (store: BuilderStore, type: string): FormComponent =>
  newComponent(type, freshIds(store.form.components));

export function addNew(store: BuilderStore, type: string, place?: FormPlace): void {
  const component = makeComponent(store, type);
  store.edit(addComponents(store.form, [component], place ?? placeForNew(store, component)), {
    select: [component.id],
  });
}

export function removeChosen(store: BuilderStore): void {
  const chosen = chosenIds(store);
  const [first] = chosen;
  if (first === undefined) return;
  const ids = idsOf(store.form.components);
  const next = removeComponents(store.form, chosen);
  const left = new Set(idsOf(next.components));
  const at = ids.indexOf(first);
  const neighbour = ids.slice(at).find(id => left.has(id)) ?? ids.slice(0, at).findLast(id => left.has(id));
  store.edit(next, { select: neighbour === undefined ? [] : [neighbour] });
}

export function duplicateChosen(store: BuilderStore): void {
  const { form, ids } = duplicateComponents(store.form, chosenIds(store), freshIds(store.form.components));
  store.edit(form, { select: ids });
}

export function wrapChosen(store: BuilderStore, type: 'container' | 'group' | 'grid'): void {
  const { form, id } = wrapComponents(store.form, chosenIds(store), type, freshIds(store.form.components));
  if (id !== undefined) store.edit(form, { select: [id] });
}

/** Moves what is chosen before the one before it, or after the one after it. */
export function moveChosen(store: BuilderStore, by: -1 | 1): void {
  const chosen = [...chosenIds(store)];
  const place = chosen.length === 0 ? undefined : placeOf(store.form.components, by < 0 ? chosen[0]! : chosen.at(-1)!);
  if (place === undefined) return;
  store.edit(
    moveComponents(store.form, new Set(chosen), { parent: place.parent, at: by < 0 ? place.at - 1 : place.at + 2 }),
  );
}

/** Moves what is chosen out of its container, behind it. */
export function moveOut(store: BuilderStore): void {
  const chosen = chosenIds(store);
  const [first] = chosen;
  const moved = first === undefined ? undefined : findComponent(store.form.components, first);
  let holder = first === undefined ? undefined : placeOf(store.form.components, first)?.parent;
  while (holder !== undefined && moved !== undefined) {
    const outer = placeOf(store.form.components, holder)!;
    if (takes(outer.parent === undefined ? undefined : findComponent(store.form.components, outer.parent), moved)) {
      store.edit(moveComponents(store.form, chosen, { parent: outer.parent, at: outer.at + 1 }));
      return;
    }
    holder = outer.parent;
  }
}

/** Moves what is chosen into the container before it, at its end. */
export function moveInto(store: BuilderStore): void {
  const chosen = chosenIds(store);
  const [first] = chosen;
  const place = first === undefined ? undefined : placeOf(store.form.components, first);
  const moved = first === undefined ? undefined : findComponent(store.form.components, first);
  if (place === undefined || moved === undefined) return;
  const before = childrenOf(store.form.components, place.parent)[place.at - 1];
  const holder = before === undefined ? undefined : lastHolder(before, moved);
  if (holder !== undefined)
    store.edit(moveComponents(store.form, chosen, { parent: holder.id, at: holder.children?.length ?? 0 }));
}

/** A container that takes the component: this one, or the last part of it. */
function lastHolder(component: FormComponent, moved: FormComponent): FormComponent | undefined {
  if (takes(component, moved)) return component;
  const last = component.children?.at(-1);
  return last === undefined || componentTypeOf(component.type)?.kind === 'value' ? undefined : lastHolder(last, moved);
}

export function pasteInto(store: BuilderStore, copied: readonly FormComponent[]): number {
  const [first] = copied;
  if (first === undefined) return 0;
  const { form, ids } = pasteComponents(store.form, copied, placeForNew(store, first), freshIds(store.form.components));
  store.edit(form, { select: ids });
  return ids.length;
}

/** Sets fields of components; typing in one field is one step back. */
export function setOwn(
  store: BuilderStore,
  ids: readonly string[],
  change: Readonly<Record<string, unknown>>,
  series?: string,
): void {
  store.edit(
    setFields(store.form, new Set(ids), change),
    series === undefined ? {} : { series: `${series} ${ids.join(' ')}` },
  );
}

/** Gives a component another id and keeps in mind which one it was published with. */
export function renameChosen(store: BuilderStore, from: string, to: string): void {
  const form = renameComponent(store.form, from, to);
  if (form === store.form) return;
  store.edit(form, { select: [to], renames: joinRenames(store.state.history.present.renames, from, to) });
}

/** The renames with one more: what was renamed before is followed to its first id, and back to it is no rename. */
export function joinRenames(renames: readonly ComponentRename[], from: string, to: string): readonly ComponentRename[] {
  const known = renames.find(each => each.to === from);
  const rest = renames.filter(each => each !== known);
  const first = known?.from ?? from;
  return first === to ? rest : [...rest, { from: first, to }];
}

/** Adds a column to a grid or a tab to tabs. */
export function addPart(store: BuilderStore, holder: FormComponent): void {
  const type = holder.type === 'grid' ? 'column' : 'tab';
  const count = (holder.children?.length ?? 0) + 1;
  const made = newComponent(type, freshIds(store.form.components));
  const part: FormComponent = type === 'tab' ? { ...made, name: messages.builderEdits.tabCount(count) } : made;
  store.edit(addComponents(store.form, [part], { parent: holder.id, at: count }), { select: [part.id] });
}
