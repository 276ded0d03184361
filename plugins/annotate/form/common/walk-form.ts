import type { FormComponent } from './form-document.ts';

/** A component and the groups around it, from the outside in: the first steps of its paths. */
export interface PlacedComponent {
  readonly component: FormComponent;
  readonly groups: readonly string[];
  /** Containers around it, from the outside in. */
  readonly parents: readonly FormComponent[];
}

/** All components of a form, each before what is in it. */
export function* walkForm(
  components: readonly FormComponent[],
  parents: readonly FormComponent[] = [],
): Generator<PlacedComponent> {
  const groups = parents.filter(each => each.type === 'group').map(each => each.id);
  for (const component of components) {
    yield { component, groups, parents };
    if (component.children !== undefined) yield* walkForm(component.children, [...parents, component]);
  }
}
