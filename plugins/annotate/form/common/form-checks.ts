import { originOf } from '#core/base/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { componentIdPattern } from './component-ids.ts';
import { componentTypeOf, valueShape } from './component-types.ts';
import type { FormComponent, FormDocument } from './form-document.ts';
import { mostHosts } from './script-hosts.ts';
import { readShowWhen } from './show-when.ts';
import { idsOf } from './form-places.ts';
import { patternProblem } from './values/text-patterns.ts';
import { walkForm } from './walk-form.ts';

/** Something wrong with a form; a `warning` does not keep it from being published. */
export interface FormProblem {
  /** Id of the component it is about; undefined for the form as a whole. */
  readonly component: string | undefined;
  /** The field to fix. */
  readonly field: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

type AddProblem = (field: string, message: string, severity?: FormProblem['severity']) => void;

/** Returns the problems of a form, in reading order. */
export function formProblems(form: FormDocument): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  const ids = new Set<string>();
  const all = new Set(idsOf(form.components));
  for (const { component, parents, groups } of walkForm(form.components)) {
    const addProblem: AddProblem = (field, message, severity = 'error') =>
      problems.push({ component: component.id, field, message, severity });
    checkId(component, ids, addProblem);
    ids.add(component.id);
    const type = componentTypeOf(component.type);
    if (type === undefined)
      addProblem(
        'type',
        `'${component.id}' has the unknown type '${component.type}'. It is kept, but nobody can fill it in.`,
        'warning',
      );
    if (component.type === 'header' && parents.length > 0)
      addProblem('type', `'${component.id}' is a header inside of another component. Move it to the top of the form.`);
    if (component.type === 'column') checkSpan(component, addProblem);
    checkChoices(component, addProblem);
    checkRange(component, addProblem);
    const pattern = patternProblem(component);
    if (pattern !== undefined)
      addProblem(
        'pattern',
        `'${component.id}' has a pattern that cannot be read: ${pattern}. Fix it, or leave it empty.`,
      );
    for (const { component: named } of readShowWhen(component['showWhen'])?.conditions ?? []) {
      if (!all.has(named))
        addProblem(
          'showWhen',
          `'${component.id}' is shown by '${named}', which is not a component. Choose another one.`,
        );
    }
    checkModels(form, component, groups, all, addProblem);
    for (const side of component.type === 'compare' ? (['left', 'right'] as const) : []) {
      const named = component[side];
      if (typeof named === 'string' && named !== '' && !all.has(named))
        addProblem(side, `'${component.id}' compares '${named}', which is not a component. Choose another one.`);
    }
  }
  return [...problems, ...hostProblems(form), ...variableProblems(form)];
}

function checkId({ id, type }: FormComponent, before: ReadonlySet<string>, addProblem: AddProblem): void {
  if (id === '') addProblem('id', `A ${componentTypeOf(type)?.title ?? type} has no id. Give it one.`);
  else if (before.has(id)) addProblem('id', `'${id}' is duplicated`);
  else if (!componentIdPattern.test(id))
    addProblem('id', `'${id}' is an odd id. Begin with a letter; use letters, digits and _, at most 64.`, 'warning');
}

function checkSpan({ id, span }: FormComponent, addProblem: AddProblem): void {
  if (span !== undefined && !(typeof span === 'number' && Number.isInteger(span) && span >= 1 && span <= 24))
    addProblem('span', `'${id}' has the span ${JSON.stringify(span)}. Choose 1 to 24.`);
}

/** The values of a component's options, in order. */
export const optionValues = ({ options }: FormComponent): readonly string[] =>
  (Array.isArray(options) ? options : []).filter(isRecord).map(each => String(each['value'] ?? ''));

/** The values of the options that are chosen at first. */
export const checkedValues = ({ options }: FormComponent): readonly string[] =>
  (Array.isArray(options) ? options : [])
    .filter(isRecord)
    .filter(each => each['checked'] === true)
    .map(each => String(each['value'] ?? ''));

/** A text that is filled from the item when it opens is not known before. */
const isBound = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');

function checkChoices(component: FormComponent, addProblem: AddProblem): void {
  const { id, type, value } = component;
  if (!['radio', 'checkbox', 'select', 'ranking'].includes(type)) return;
  const dynamic = type === 'select' && component['isDynamic'] === true;
  const options = optionValues(component);
  if (dynamic) return;
  if (
    options.length === 0 &&
    !(type === 'ranking' && Array.isArray(component['sources']) && component['sources'].length > 0)
  )
    addProblem('options', `'${id}' has no options. Add one.`);
  for (const twice of new Set(options.filter((each, at) => options.indexOf(each) !== at)))
    addProblem('options', `'${id}' has the option '${twice}' twice. Rename or remove one.`);
  if (options.includes('')) addProblem('options', `'${id}' has an option without a text. Write one or remove it.`);
  const shape = valueShape(component);
  if (shape === 'choice' && checkedValues(component).length > 1)
    addProblem(
      'options',
      `'${id}' has ${checkedValues(component).length} options chosen at first. Choose one at most.`,
    );
  const chosen = shape === 'choice' ? [value] : shape === 'choices' && Array.isArray(value) ? value : [];
  for (const each of chosen) {
    if (each === undefined || each === null || each === '' || isBound(each) || options.includes(String(each))) continue;
    addProblem('value', `'${id}' begins with '${String(each)}', which is not one of its options. Choose another one.`);
  }
}

function checkRange(component: FormComponent, addProblem: AddProblem): void {
  const { id, min, max, step, numberOfStars, value } = component;
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    addProblem('min', `'${id}' has a smallest value of ${min}, which is above the largest, ${max}. Swap them.`);
  if (step !== undefined && step !== null && !(typeof step === 'number' && step > 0))
    addProblem('step', `'${id}' has the step ${JSON.stringify(step)}. Use a number above 0.`);
  if (
    component.type === 'rating' &&
    !(typeof numberOfStars === 'number' && Number.isInteger(numberOfStars) && numberOfStars >= 1 && numberOfStars <= 10)
  )
    addProblem('numberOfStars', `'${id}' has ${JSON.stringify(numberOfStars ?? null)} stars. Choose 1 to 10.`);
  if (
    valueShape(component) === 'number' &&
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !isBound(value) &&
    typeof value !== 'number'
  )
    addProblem('value', `'${id}' begins with '${String(value)}', which is not a number.`);
}

/** A button that asks a model answers into a component beside it, or outside of all rows. */
function checkModels(
  form: FormDocument,
  component: FormComponent,
  groups: readonly string[],
  all: ReadonlySet<string>,
  addProblem: AddProblem,
): void {
  const { id, type, model, output, models } = component;
  if (type === 'chat' && Array.isArray(models) && models.length > 4)
    addProblem('models', `'${id}' talks with ${models.length} models. Choose four at most.`);
  if (type !== 'button' || typeof model !== 'string' || model === '') return;
  if (typeof output !== 'string' || output === '')
    addProblem('output', `'${id}' asks a model and has nowhere to put the answer. Choose a component.`);
  else if (!all.has(output))
    addProblem('output', `'${id}' answers into '${output}', which is not a component. Choose another one.`);
  else {
    const there = [...walkForm(form.components)].find(each => each.component.id === output);
    if (there?.groups.every((group, at) => groups[at] === group) === false)
      addProblem(
        'output',
        `'${id}' answers into '${output}', which is in rows of its own. Choose one in the same row, or outside of groups.`,
      );
  }
}

function hostProblems({ meta }: FormDocument): readonly FormProblem[] {
  const { hosts } = meta;
  if (hosts === undefined) return [];
  const list: readonly unknown[] = Array.isArray(hosts) ? hosts : [hosts];
  const wrong = list.filter(each => typeof each !== 'string' || originOf(each) === undefined);
  const many = list.length > mostHosts ? [`The form names ${list.length} hosts. Keep to ${mostHosts}.`] : [];
  return [...wrong.map(each => `${JSON.stringify(each)} is no host. Write it like api.example.org.`), ...many].map(
    message => ({ component: undefined, field: 'meta.hosts', message, severity: 'error' as const }),
  );
}

function variableProblems({ environments }: FormDocument): readonly FormProblem[] {
  const seen = new Set<string>();
  return environments.flatMap(({ name }) => {
    const message =
      name === ''
        ? 'A variable has no name. Give it one or remove it.'
        : seen.has(name)
          ? `The variable '${name}' is there twice. Rename or remove one.`
          : undefined;
    seen.add(name);
    return message === undefined
      ? []
      : [{ component: undefined, field: 'environments', message, severity: 'error' as const }];
  });
}
