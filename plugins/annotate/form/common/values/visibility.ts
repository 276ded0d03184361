import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from '../form-document.ts';
import type { PlacedComponent } from '../walk-form.ts';
import { walkForm } from '../walk-form.ts';
import { isEmptyValue } from './form-instance.ts';

/** A person's access to a component. */
export type Visibility = 'edit' | 'read' | 'hidden';

/** The reader of the form, and the status of the item. */
export interface FormReader {
  /** Id of the project role. */
  readonly role: number;
  /** Number of the item's status. */
  readonly status: number;
  /** Statuses of the form by those of the project it came from. */
  readonly statusesMap?: JsonRecord;
}

const order: readonly Visibility[] = ['edit', 'read', 'hidden'];
const stricter = (one: Visibility, other: Visibility): Visibility =>
  order[Math.max(order.indexOf(one), order.indexOf(other))]!;

/**
 * Returns the access that a component gives without its parents: the first entry for the role and the status counts, 1
 * is read-only and 2 hidden.
 */
export function ownVisibility(component: FormComponent, { role, status, statusesMap = {} }: FormReader): Visibility {
  const entry = recordsOf(component['permissions']).find(
    ({ roles, statuses }) => names(roles, role) && names(statuses, status, statusesMap),
  );
  const permitted: Visibility = entry?.['visibility'] === 1 ? 'read' : entry?.['visibility'] === 2 ? 'hidden' : 'edit';
  return stricter(
    permitted,
    component['hidden'] === true ? 'hidden' : component['readOnly'] === true ? 'read' : 'edit',
  );
}

/** Returns the access that a component gives in its place: never more than what encloses it. */
export const visibilityOf = ({ component, parents }: PlacedComponent, reader: FormReader): Visibility =>
  [...parents, component].reduce<Visibility>(
    (strictest, each) => stricter(strictest, ownVisibility(each, reader)),
    'edit',
  );

/**
 * Ids of the components that a role may not see in some status, by themselves or by what encloses them: results without
 * regard to the status of each item must not reveal them.
 */
export function hiddenInSomeStatus(components: readonly FormComponent[], role: number): ReadonlySet<string> {
  const hides = ({ permissions }: FormComponent): boolean =>
    recordsOf(permissions).some(({ roles, visibility }) => visibility === 2 && names(roles, role));
  return new Set(
    [...walkForm(components)]
      .filter(({ component, parents }) => [...parents, component].some(hides))
      .map(({ component }) => component.id),
  );
}

function names(listed: unknown, wanted: number, map: JsonRecord = {}): boolean {
  if (listed === 'all') return true;
  return Array.isArray(listed) && listed.some(each => Number(map[String(each)] ?? each) === wanted);
}

/** One condition of `showWhen`: an operator over the value of another component. */
export type ConditionOperator = 'equals' | 'differs' | 'contains' | 'more' | 'less' | 'filled' | 'empty';

/** The components whose values decide whether this one shows. */
export const watchedBy = (component: FormComponent): readonly string[] =>
  conditions(component).flatMap(each => (typeof each['component'] === 'string' ? [each['component']] : []));

/**
 * Returns whether a component shows by its `showWhen`:
 * `{ match: 'all' | 'any', conditions: [{ component, operator, value }] }` (product, multimodal 6). One without
 * conditions does. `valueOf` gives the value of the other component nearest to this one.
 */
export function isShown(component: FormComponent, valueOf: (id: string) => unknown): boolean {
  const asked = conditions(component);
  if (asked.length === 0) return true;
  const answers = asked.map(each => holds(valueOf(String(each['component'])), each['operator'], each['value']));
  const { showWhen } = component;
  return isRecord(showWhen) && showWhen['match'] === 'any' ? answers.includes(true) : !answers.includes(false);
}

const conditions = (component: FormComponent): readonly JsonRecord[] => {
  const { showWhen } = component;
  return isRecord(showWhen) ? recordsOf(showWhen['conditions']) : [];
};

function holds(value: unknown, operator: unknown, wanted: unknown): boolean {
  const same = Array.isArray(value) ? value.includes(wanted) : String(value ?? '') === String(wanted ?? '');
  switch (operator as ConditionOperator) {
    case 'differs':
      return !same;
    case 'contains':
      return Array.isArray(value)
        ? same
        : typeof value === 'string' && value.toLowerCase().includes(String(wanted ?? '').toLowerCase());
    case 'empty':
      return isEmptyValue(value);
    case 'filled':
      return !isEmptyValue(value);
    case 'more':
      return !isEmptyValue(value) && Number(value) > Number(wanted);
    case 'less':
      return !isEmptyValue(value) && Number(value) < Number(wanted);
    default:
      return same;
  }
}
