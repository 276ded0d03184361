import { holdsValue } from '../component-types.ts';
import type { FormComponent } from '../form-document.ts';
import type { PlacedComponent } from '../walk-form.ts';
import { walkForm } from '../walk-form.ts';
import type { ElementPath } from './element-path.ts';

/** The index of a form: its components by id and place, so that nobody walks it again. */
export class FormPlan {
  /** By id; of several with one id, the first. */
  readonly byId: ReadonlyMap<string, PlacedComponent>;
  /** Position of each component in reading order, by id. */
  readonly places: ReadonlyMap<string, number>;
  /** Components that hold values, in reading order. */
  readonly fields: readonly PlacedComponent[];
  readonly hasGroups: boolean;

  constructor(readonly components: readonly FormComponent[]) {
    const byId = new Map<string, PlacedComponent>();
    for (const placed of walkForm(components))
      if (placed.component.id !== '' && !byId.has(placed.component.id)) byId.set(placed.component.id, placed);
    this.byId = byId;
    this.places = new Map([...byId.keys()].map((id, place) => [id, place]));
    this.fields = [...byId.values()].filter(({ component }) => holdsValue(component));
    this.hasGroups = [...byId.values()].some(({ component }) => component.type === 'group');
  }

  component(id: string): FormComponent | undefined {
    return this.byId.get(id)?.component;
  }

  /** The path of a component, in the rows of the groups around it. */
  pathOf(id: string, rows: readonly number[]): ElementPath {
    const groups = this.byId.get(id)?.groups ?? [];
    return [...groups.flatMap((group, at) => [group, rows[at] ?? 0]), id];
  }

  /** The fields inside a group, in reading order; those of groups inside it as well. */
  fieldsIn(groupId: string): readonly PlacedComponent[] {
    return this.fields.filter(({ groups }) => groups.includes(groupId));
  }
}
