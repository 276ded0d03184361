import { componentTypeOf } from './component-types.ts';
import type { MakeId } from './component-ids.ts';
import { withNewIds } from './component-ids.ts';
import type { FormComponent, FormDocument } from './form-document.ts';
import type { FormPlace } from './form-places.ts';
import { childrenOf, findComponent, holds, outermost, placeOf, takes } from './form-places.ts';

/**
 * Edits of a form. Each answers a new form and leaves the one before as it was, so a step back is the form before; an
 * edit that can not be done answers the same form. What an edit does not touch keeps its identity, so that only what
 * changed is drawn.
 */

/** A new component of a type of the catalogue, with what it can not be without: two columns, two tabs. */
export function newComponent(type: string, make: MakeId): FormComponent {
  const known = componentTypeOf(type);
  const parts =
    type === 'grid'
      ? [newComponent('column', make), newComponent('column', make)]
      : type === 'tabs'
        ? [1, 2].map(number => ({ ...newComponent('tab', make), name: `Tab ${number}` }))
        : undefined;
  return {
    id: make(),
    type,
    permissions: [],
    ...structuredClone(known?.fields ?? {}),
    ...(parts === undefined ? {} : { children: parts }),
  };
}

/** Puts components into a place; those that the component there does not take are left out. */
export function addComponents(
  form: FormDocument,
  added: readonly FormComponent[],
  { parent, at }: FormPlace,
): FormDocument {
  const holder = parent === undefined ? undefined : findComponent(form.components, parent);
  if (parent !== undefined && holder === undefined) return form;
  const fitting = added.filter(each => takes(holder, each));
  if (fitting.length === 0) return form;
  return withChildren(form, parent, list => list.toSpliced(Math.max(0, Math.min(at, list.length)), 0, ...fitting));
}

/** Takes components away with what is in them. A grid keeps one column, tabs keep one tab. */
export const removeComponents = (form: FormDocument, ids: ReadonlySet<string>): FormDocument =>
  without(form, ids, true);

/** `keeps`: a grid keeps one column, tabs keep one tab. */
function without(form: FormDocument, ids: ReadonlySet<string>, keeps: boolean): FormDocument {
  const cut = (list: readonly FormComponent[], holder?: FormComponent): readonly FormComponent[] => {
    const left = list.filter(each => !ids.has(each.id));
    const kept =
      keeps && left.length === 0 && list.length > 0 && (holder?.type === 'grid' || holder?.type === 'tabs')
        ? list.slice(0, 1)
        : left;
    return same(
      list,
      kept.map(each => withNewChildren(each, children => cut(children, each))),
    );
  };
  const components = cut(form.components);
  return components === form.components ? form : { ...form, components };
}

/**
 * Moves components in their order to a place that is given in the form as it is before. A component never goes into
 * itself.
 */
export function moveComponents(form: FormDocument, ids: ReadonlySet<string>, { parent, at }: FormPlace): FormDocument {
  const moved = outermost(form.components, ids).flatMap(id => findComponent(form.components, id) ?? []);
  const holder = parent === undefined ? undefined : findComponent(form.components, parent);
  if (moved.length === 0 || (parent !== undefined && holder === undefined)) return form;
  if (parent !== undefined && moved.some(each => each.id === parent || holds(each, parent))) return form;
  if (!moved.every(each => takes(holder, each))) return form;
  const gone = new Set(moved.map(each => each.id));
  const before = childrenOf(form.components, parent);
  const left = before.slice(0, at).filter(each => !gone.has(each.id)).length;
  if (moved.some(each => leavesNothing(form, each, parent, gone))) return form;
  const next = addComponents(without(form, gone, false), moved, { parent, at: left });
  return sameOrder(form.components, next.components) ? form : next;
}

function leavesNothing(
  form: FormDocument,
  { id, type }: FormComponent,
  parent: string | undefined,
  gone: ReadonlySet<string>,
): boolean {
  if (type !== 'column' && type !== 'tab') return false;
  const place = placeOf(form.components, id);
  return place?.parent !== parent && childrenOf(form.components, place?.parent).every(each => gone.has(each.id));
}

/** Copies of components are right after the last of them. `ids` are those of the copies. */
export function duplicateComponents(
  form: FormDocument,
  ids: ReadonlySet<string>,
  make: MakeId,
): { readonly form: FormDocument; readonly ids: readonly string[] } {
  const chosen = outermost(form.components, ids);
  const last = chosen.at(-1);
  const place = last === undefined ? undefined : placeOf(form.components, last);
  if (place === undefined) return { form, ids: [] };
  return pasteComponents(
    form,
    chosen.flatMap(id => findComponent(form.components, id) ?? []),
    { parent: place.parent, at: place.at + 1 },
    make,
  );
}

/** Components of a clipboard, with new ids, in a place. `ids` are those that were taken. */
export function pasteComponents(
  form: FormDocument,
  copied: readonly FormComponent[],
  place: FormPlace,
  make: MakeId,
): { readonly form: FormDocument; readonly ids: readonly string[] } {
  const fresh = withNewIds(copied, make);
  const next = addComponents(form, fresh, place);
  return {
    form: next,
    ids: fresh.map(each => each.id).filter(id => next !== form && placeOf(next.components, id) !== undefined),
  };
}

/** Puts components into a new container, group or grid, which is where the first of them was. */
export function wrapComponents(
  form: FormDocument,
  ids: ReadonlySet<string>,
  type: 'container' | 'group' | 'grid',
  make: MakeId,
): { readonly form: FormDocument; readonly id: string | undefined } {
  const chosen = outermost(form.components, ids);
  const [first] = chosen;
  const place = first === undefined ? undefined : placeOf(form.components, first);
  const inside = chosen.flatMap(id => findComponent(form.components, id) ?? []);
  if (place === undefined || inside.some(each => each.type === 'header' || componentTypeOf(each.type)?.kind === 'part'))
    return { form, id: undefined };
  const wrapper = newComponent(type, make);
  const holding: FormComponent =
    type === 'grid'
      ? {
          ...wrapper,
          children: inside.map(each => ({
            id: make(),
            type: 'column',
            span: columnSpan(inside.length),
            sticky: false,
            children: [each],
          })),
        }
      : { ...wrapper, children: inside };
  // All but the first go before it is put in the place of the first, so that no id is in the form twice.
  const rest = removeComponents(form, new Set(chosen.slice(1)));
  const next = replaceComponent(rest, first!, () => holding);
  return next === rest ? { form, id: undefined } : { form: next, id: wrapper.id };
}

/** Columns of a row of 24 that are shared alike. */
export const columnSpan = (columns: number): number => Math.max(1, Math.floor(24 / Math.max(1, columns)));

/** Gives components other values of their fields; a field that is undefined goes. */
export function setFields(
  form: FormDocument,
  ids: ReadonlySet<string>,
  change: Readonly<Record<string, unknown>>,
): FormDocument {
  const set = (list: readonly FormComponent[]): readonly FormComponent[] =>
    same(
      list,
      list.map(each => {
        const inside = withNewChildren(each, set);
        return ids.has(each.id) ? withFields(inside, change) : inside;
      }),
    );
  const components = set(form.components);
  return components === form.components ? form : { ...form, components };
}

function withFields(component: FormComponent, change: Readonly<Record<string, unknown>>): FormComponent {
  if (Object.entries(change).every(([name, value]) => Object.is(component[name], value))) return component;
  return Object.fromEntries(
    Object.entries({ ...component, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as FormComponent;
}

/** Puts another component in the place of one. */
export function replaceComponent(
  form: FormDocument,
  id: string,
  replace: (component: FormComponent) => FormComponent,
): FormDocument {
  const put = (list: readonly FormComponent[]): readonly FormComponent[] =>
    same(
      list,
      list.map(each => (each.id === id ? replace(each) : withNewChildren(each, put))),
    );
  const components = put(form.components);
  return components === form.components ? form : { ...form, components };
}

function withChildren(
  form: FormDocument,
  parent: string | undefined,
  change: (list: readonly FormComponent[]) => readonly FormComponent[],
): FormDocument {
  if (parent === undefined) return { ...form, components: change(form.components) };
  return replaceComponent(form, parent, each => ({ ...each, children: change(each.children ?? []) }));
}

function withNewChildren(
  component: FormComponent,
  change: (list: readonly FormComponent[]) => readonly FormComponent[],
): FormComponent {
  if (component.children === undefined) return component;
  const children = change(component.children);
  return children === component.children ? component : { ...component, children };
}

/** The list itself when every entry is the very same. */
const same = (before: readonly FormComponent[], after: readonly FormComponent[]): readonly FormComponent[] =>
  before.length === after.length && before.every((each, at) => each === after[at]) ? before : after;

/** Returns whether the tree has the same components in the same order. */
function sameOrder(one: readonly FormComponent[], other: readonly FormComponent[]): boolean {
  return (
    one.length === other.length &&
    one.every((each, at) => each.id === other[at]!.id && sameOrder(each.children ?? [], other[at]!.children ?? []))
  );
}
