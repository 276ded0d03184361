import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from '../form-document.ts';
import { isScored } from '../form-scores.ts';
import { walkForm } from '../walk-form.ts';
import type { ElementPath } from './element-path.ts';
import { pathKey } from './element-path.ts';
import { isEmptyValue, isFormInstance } from './form-instance.ts';
import type { FormPlan } from './form-plan.ts';
import { countRows, shownRows } from './form-rows.ts';
import { isShown, visibilityOf } from './visibility.ts';
import type { FormReader } from './visibility.ts';

/** A required field without an answer. */
export interface MissingAnswer {
  readonly component: FormComponent;
  readonly path: ElementPath;
  readonly key: string;
}

/** Returns the label of a component. */
export const labelOf = (component: FormComponent): string =>
  [component['label'], component['title'], component['text'], component['name']].find(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  ) ?? component.id;

/** Returns the place of a field, for messages: `Helpfulness in row 2`, rows counted from 1. */
export function placeText(component: FormComponent, path: ElementPath): string {
  const rows = path.filter(step => typeof step === 'number').map(row => row + 1);
  return rows.length === 0 ? labelOf(component) : `${labelOf(component)} in row ${rows.join('.')}`;
}

/**
 * Required fields without an answer, in reading order. Those that the reader cannot fill in, and those that do not
 * show, are not asked for.
 */
export function missingAnswers(
  plan: FormPlan,
  instances: readonly Instance[],
  reader?: FormReader,
): readonly MissingAnswer[] {
  const values = new Map(instances.filter(isFormInstance).map(each => [each.id, each]));
  const counts = countRows(instances);
  const found: MissingAnswer[] = [];
  const valueNear =
    (prefix: ElementPath) =>
    (id: string): unknown =>
      values.get(pathKey(nearPath(plan, id, prefix)))?.value;
  const visit = (components: readonly FormComponent[], prefix: ElementPath): void => {
    for (const component of components) {
      const placed = plan.byId.get(component.id);
      if (
        !isShown(component, valueNear(prefix)) ||
        (reader !== undefined && placed !== undefined && visibilityOf(placed, reader) !== 'edit')
      )
        continue;
      if (component.type === 'group') {
        const path = [...prefix, component.id];
        for (let row = 0; row < shownRows(component, counts.get(pathKey(path)) ?? 0); row += 1)
          visit(component.children ?? [], [...path, row]);
        continue;
      }
      const path = [...prefix, component.id];
      const held = values.get(pathKey(path));
      if (
        component['isRequired'] === true &&
        !isScored(component) &&
        held?.withheld === undefined &&
        isEmptyValue(held?.value)
      )
        found.push({ component, path, key: pathKey(path) });
      if (component.children !== undefined) visit(component.children, prefix);
    }
  };
  if (hasRequired(plan)) visit(plan.components, []);
  return found;
}

const hasRequired = (plan: FormPlan): boolean =>
  [...walkForm(plan.components)].some(({ component }) => component['isRequired'] === true);

/**
 * The path of another component as seen from a place: in the same rows as far as the groups around both are the same.
 */
export function nearPath(plan: FormPlan, id: string, prefix: ElementPath): ElementPath {
  const rows: number[] = [];
  for (const [at, group] of (plan.byId.get(id)?.groups ?? []).entries()) {
    if (prefix[at * 2] !== group) break;
    rows.push(prefix[at * 2 + 1] as number);
  }
  return plan.pathOf(id, rows);
}
