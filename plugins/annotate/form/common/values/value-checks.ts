import type { DocumentIssue, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { errorAt, formValues, isRecord, recordsOf, valueText } from '#plugins/annotate/annotations/common/index.ts';
import { holdsValue, valueShape } from '../component-types.ts';
import type { FormComponent } from '../form-document.ts';
import { optionsOf } from './default-values.ts';
import { isElementPath, pathKey } from './element-path.ts';
import { isFormInstance } from './form-instance.ts';
import type { FormPlan } from './form-plan.ts';
import { fitsPattern, patternMessage } from './text-patterns.ts';

/** Checks the values of a stored form, in any of its shapes. */
export function checkValues(plan: FormPlan, document: JsonRecord): readonly DocumentIssue[] {
  const { data } = document;
  const seen = new Set<string>();
  if (!isRecord(data)) {
    return recordsOf(document['instances']).flatMap((each, at) => {
      const id = each['component_id'] ?? each['className'];
      if (typeof id !== 'string') return [];
      const value = isFormInstance(each) ? each.value : [...formValues({ instances: [each] }).values()][0]?.[0]?.value;
      if (isFormInstance(each) && each.withheld !== undefined) return [];
      return checkOne(plan, { id, value, path: each['element_path'], where: `instances[${at}]` }, seen);
    });
  }
  return [...formValues({ data })].flatMap(([id, values]) => {
    const given = data[id];
    const listed =
      Array.isArray(given) && given.length === values.length && given.every(each => isRecord(each) && 'value' in each);
    return values.flatMap((each, at) =>
      checkOne(
        plan,
        {
          id,
          value: each.value,
          path: listed
            ? (given[at] as JsonRecord)['element_path']
            : isRecord(given)
              ? given['element_path']
              : undefined,
          where: `data.${id}${listed ? `[${at}]` : ''}`,
        },
        seen,
      ),
    );
  });
}

interface CheckedValue {
  readonly id: string;
  readonly value: unknown;
  /** As given; absent means outside of groups. */
  readonly path: unknown;
  readonly where: string;
}

function checkOne(
  plan: FormPlan,
  { id, value, path: given, where }: CheckedValue,
  seen: Set<string>,
): readonly DocumentIssue[] {
  const placed = plan.byId.get(id);
  if (placed === undefined) return [errorAt(where, `'${id}' is not a component`)];
  const path = given ?? [id];
  const pathIssues = pathProblems(plan, id, path).map(message => errorAt(`${where}.element_path`, message));
  const key = pathIssues.length === 0 && isElementPath(path) ? pathKey(path) : undefined;
  const twice =
    key !== undefined && seen.has(key) ? [errorAt(`${where}.element_path`, `${valueText(path)} is duplicated`)] : [];
  if (key !== undefined) seen.add(key);
  return [...pathIssues, ...twice, ...valueProblems(placed.component, value).map(message => errorAt(where, message))];
}

function pathProblems(plan: FormPlan, id: string, path: unknown): readonly string[] {
  if (!Array.isArray(path) || path.length % 2 === 0) return [`${valueText(path)} is not a path of odd length`];
  if (path.at(-1) !== id) return [`${valueText(path)} does not end in '${id}'`];
  if (!isElementPath(path)) return [`${valueText(path)} is not a path`];
  const stranger = path
    .filter((_, at) => at % 2 === 0)
    .slice(0, -1)
    .find(step => plan.component(String(step))?.type !== 'group');
  return stranger === undefined ? [] : [`${valueText(path)} goes through '${stranger}', which is no group`];
}

/** Returns the problems with a value of a component; empty values have none. */
export function valueProblems(component: FormComponent, value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '' || !holdsValue(component)) return [];
  switch (valueShape(component)) {
    case 'text':
      return typeof value === 'string' ? textProblems(component, value) : [wrongType(value, 'string')];
    case 'number':
      return typeof value === 'number' ? numberProblems(component, value) : [wrongType(value, 'number')];
    case 'range':
      return Array.isArray(value) && value.length === 2 && value.every(each => typeof each === 'number')
        ? value.flatMap(each => numberProblems(component, each as number))
        : [wrongType(value, 'array')];
    case 'choice':
      return typeof value === 'string' ? optionProblems(component, [value]) : [wrongType(value, 'string')];
    case 'choices':
      return Array.isArray(value)
        ? optionProblems(component, value)
        : typeof value === 'string'
          ? optionProblems(component, [value])
          : [wrongType(value, 'array')];
    case 'files':
      return typeof value === 'string' || (Array.isArray(value) && value.every(each => typeof each === 'string'))
        ? []
        : [wrongType(value, 'array')];
    case 'ordered':
      return Array.isArray(value) ? [] : [wrongType(value, 'array')];
    case 'answers':
      return isRecord(value) ? [] : [wrongType(value, 'object')];
    default:
      return [];
  }
}

const wrongType = (value: unknown, type: string): string => `${valueText(value)} is not of type '${type}'`;

function optionProblems(component: FormComponent, values: readonly unknown[]): readonly string[] {
  if (component['isDynamic'] === true) return [];
  const options = optionsOf(component);
  return values
    .filter(each => !options.includes(String(each)))
    .map(each => `${valueText(each)} is not one of ${valueText(options)}`);
}

const limit = (component: FormComponent, name: string): number | undefined =>
  typeof component[name] === 'number' ? component[name] : undefined;

function textProblems(component: FormComponent, value: string): readonly string[] {
  const misfit = fitsPattern(component, value)
    ? []
    : [patternMessage(component) ?? `${valueText(value)} does not match '${String(component['pattern'])}'`];
  if (component.type !== 'input' && component.type !== 'textarea') return misfit;
  const length = Array.from(value).length;
  const [min, max] = [limit(component, 'min'), limit(component, 'max')];
  if (max !== undefined && max > 0 && length > max) return [`${valueText(value)} is too long`];
  return min !== undefined && length < min ? [`${valueText(value)} is too short`] : misfit;
}

/** Tolerance of a computed step. */
const NEARLY = 1e-6;

function numberProblems(component: FormComponent, value: number): readonly string[] {
  if (component.type === 'rating') return bounds(value, 0, limit(component, 'numberOfStars') ?? 5, 1);
  if (component.type === 'voting') return value === 0 || value === 1 ? [] : [`${value} is not one of [0, 1]`];
  if (component.type === 'compare') {
    const most = Math.floor((Number(component['scale'] ?? 7) || 7) / 2);
    return bounds(value, -most, most, 1);
  }
  return bounds(value, limit(component, 'min'), limit(component, 'max'), limit(component, 'step'));
}

function bounds(
  value: number,
  min: number | undefined,
  max: number | undefined,
  step: number | undefined,
): readonly string[] {
  if (min !== undefined && value < min) return [`${value} is less than the minimum of ${min}`];
  if (max !== undefined && value > max) return [`${value} is greater than the maximum of ${max}`];
  if (step === undefined || step <= 0) return [];
  const steps = (value - (min ?? 0)) / step;
  return Math.abs(steps - Math.round(steps)) > NEARLY ? [`${value} is not a multiple of ${step}`] : [];
}
