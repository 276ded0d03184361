import type { FormComponent } from './form-document.ts';
import { componentTypeOf } from './component-types.ts';

/** Place of a component: in a container, or at the top of the form, before the one that is now at `at`. */
export interface FormPlace {
  /** Id of what holds it; undefined at the top of the form. */
  readonly parent: string | undefined;
  readonly at: number;
}

/** The component with this id, the first in reading order. */
export function findComponent(components: readonly FormComponent[], id: string): FormComponent | undefined {
  for (const component of components) {
    if (component.id === id) return component;
    const inside = component.children === undefined ? undefined : findComponent(component.children, id);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Returns the place of a component; undefined when it is not in the form. */
export function placeOf(components: readonly FormComponent[], id: string, parent?: string): FormPlace | undefined {
  for (const [at, component] of components.entries()) {
    if (component.id === id) return { parent, at };
    const inside = component.children === undefined ? undefined : placeOf(component.children, id, component.id);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Returns the children of a container, or those at the top of the form. */
export const childrenOf = (
  components: readonly FormComponent[],
  parent: string | undefined,
): readonly FormComponent[] =>
  parent === undefined ? components : (findComponent(components, parent)?.children ?? []);

/** Ids of all components in reading order. */
export const idsOf = (components: readonly FormComponent[]): readonly string[] =>
  components.flatMap(each => [each.id, ...idsOf(each.children ?? [])]);

/** True when one is in the other, however deep. */
export const holds = (component: FormComponent, id: string): boolean =>
  (component.children ?? []).some(each => each.id === id || holds(each, id));

/** The ids of `ids` in reading order without those that are inside another of them. */
export function outermost(components: readonly FormComponent[], ids: ReadonlySet<string>): readonly string[] {
  return components.flatMap(each => (ids.has(each.id) ? [each.id] : outermost(each.children ?? [], ids)));
}

/**
 * Returns whether a container takes a component: grids take columns and tabs take tabs, the header is at the top only.
 */
export function takes(parent: FormComponent | undefined, child: FormComponent): boolean {
  if (child.type === 'column') return parent?.type === 'grid';
  if (child.type === 'tab') return parent?.type === 'tabs';
  if (child.type === 'header') return parent === undefined;
  if (parent === undefined) return true;
  const kind = componentTypeOf(parent.type)?.kind;
  return (
    parent.type !== 'grid' && parent.type !== 'tabs' && (kind === 'group' || kind === 'container' || kind === 'part')
  );
}

/** The path of a component without rows: groups are followed by the first row. */
export function pathOf(components: readonly FormComponent[], id: string): readonly (string | number)[] | undefined {
  for (const component of components) {
    if (component.id === id) return [id];
    const inside = component.children === undefined ? undefined : pathOf(component.children, id);
    if (inside !== undefined) return component.type === 'group' ? [component.id, 0, ...inside] : inside;
  }
  return undefined;
}
