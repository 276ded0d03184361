import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent, FormDocument, FormScript } from './form-document.ts';
import { walkForm } from './walk-form.ts';
import { replaceComponent } from './form-edits.ts';

/** Fields that name other components, alone or in a list. */
const REFERRING = ['left', 'right', 'sources', 'against', 'output'] as const;

/** Handlers of scripts that carry the id of a component in their name. */
const HANDLERS = '(?:change|click|message|wcevent|deleted|selected|deselected)';

const handlerOf = (id: string): RegExp => new RegExp(`\\bon_${id}_(?=${HANDLERS}\\b)`, 'g');
const quoted = (id: string): RegExp => new RegExp(`(['"\`])${id}\\1`, 'g');
const expression = /\{\{=[^}]*\}\}/g;

/** Returns how often the rest of the form names a component: conditions, comparisons, expressions and scripts. */
export function countReferences(form: FormDocument, id: string): number {
  const inComponents = [...walkForm(form.components)].filter(
    ({ component }) => renamedIn(component, id, `${id}\u0000`) !== component,
  ).length;
  return inComponents + form.code.filter(([, source]) => handlerOf(id).test(source) || quoted(id).test(source)).length;
}

/** Gives a component another id and every place that names it. The caller has asked `idProblem`. */
export function renameComponent(form: FormDocument, from: string, to: string): FormDocument {
  if (from === to) return form;
  const renamed = replaceComponent(form, from, each => ({ ...each, id: to }));
  if (renamed === form) return form;
  const through = (list: readonly FormComponent[]): readonly FormComponent[] =>
    list.map(each => {
      const own = renamedIn(each, from, to);
      if (own.children === undefined) return own;
      const children = through(own.children);
      return children.every((child, at) => child === own.children![at]) ? own : { ...own, children };
    });
  return {
    ...renamed,
    components: through(renamed.components),
    code: renamed.code.map(script => renamedScript(script, from, to)),
  };
}

/** Scripts call handlers by name, and other components by their id in quotes. */
function renamedScript([name, source]: FormScript, from: string, to: string): FormScript {
  return [name, source.replaceAll(handlerOf(from), `on_${to}_`).replaceAll(quoted(from), `$1${to}$1`)];
}

/** The component itself when it names nothing of that id. */
function renamedIn(component: FormComponent, from: string, to: string): FormComponent {
  const change: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(component)) {
    const next = renamedField(name, value, from, to);
    if (next !== value) change[name] = next;
  }
  return Object.keys(change).length === 0 ? component : { ...component, ...change };
}

function renamedField(name: string, value: unknown, from: string, to: string): unknown {
  if (name === 'showWhen') return renamedConditions(value, from, to);
  if (name === 'prompt' && typeof value === 'string')
    return value.replaceAll(`{${from}}`, (found, place: number) =>
      value[place - 1] === '{' || value[place + found.length] === '}' ? found : `{${to}}`,
    );
  if (REFERRING.some(each => each === name)) {
    if (Array.isArray(value))
      return value.includes(from) ? value.map((each: unknown) => (each === from ? to : each)) : value;
    return value === from ? to : value;
  }
  return typeof value === 'string' && value.includes('{{=')
    ? value.replaceAll(expression, found => found.replaceAll(quoted(from), `$1${to}$1`))
    : value;
}

function renamedConditions(stored: unknown, from: string, to: string): unknown {
  if (!isRecord(stored) || !Array.isArray(stored['conditions'])) return stored;
  const conditions: readonly unknown[] = stored['conditions'];
  if (!conditions.some(each => isRecord(each) && each['component'] === from)) return stored;
  return {
    ...stored,
    conditions: conditions.map(each =>
      isRecord(each) && each['component'] === from ? { ...each, component: to } : each,
    ),
  };
}
