import { idsOf } from './form-places.ts';
import type { FormComponent } from './form-document.ts';

/** Pattern of the id of a component. */
export const componentIdPattern = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Makes ids of new components: `r_` and six characters. */
export type MakeId = () => string;

/** Ids that are not in the form yet; `random` gives numbers from 0 to 1. */
export function freshIds(components: readonly FormComponent[], random: () => number = Math.random): MakeId {
  const taken = new Set(idsOf(components));
  return () => {
    for (;;) {
      const id = `r_${Array.from({ length: 6 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')}`;
      if (taken.has(id)) continue;
      taken.add(id);
      return id;
    }
  };
}

/** Why an id can not be that of the component called `current`; undefined when it can. */
export function idProblem(components: readonly FormComponent[], current: string, id: string): string | undefined {
  if (id === current) return undefined;
  if (!componentIdPattern.test(id)) return 'Begin with a letter; use letters, digits and _, at most 64.';
  return idsOf(components).includes(id) ? `'${id}' is duplicated. Choose another id.` : undefined;
}

/** The components with new ids for those that have none or one that came before; `renewed` counts them. */
export function withUniqueIds(
  components: readonly FormComponent[],
  random?: () => number,
): { readonly components: readonly FormComponent[]; readonly renewed: number } {
  const make = freshIds(components, random);
  const seen = new Set<string>();
  let renewed = 0;
  const unique = (list: readonly FormComponent[]): readonly FormComponent[] =>
    list.map(component => {
      const fresh = component.id === '' || seen.has(component.id);
      if (fresh) renewed += 1;
      const id = fresh ? make() : component.id;
      seen.add(id);
      const children = component.children === undefined ? undefined : unique(component.children);
      return fresh || children !== undefined
        ? { ...component, id, ...(children === undefined ? {} : { children }) }
        : component;
    });
  const result = unique(components);
  return { components: renewed === 0 ? components : result, renewed };
}

/** Copies of components, with new ids inside too. */
export function withNewIds(components: readonly FormComponent[], make: MakeId): readonly FormComponent[] {
  return components.map(component => ({
    ...component,
    id: make(),
    ...(component.children === undefined ? {} : { children: withNewIds(component.children, make) }),
  }));
}
