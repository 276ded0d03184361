import { asJson, shapeProblem } from './field-shape.ts';
import type { FormAct, FormChanges, FormError, FormStart, ScriptComponent } from './form-protocol.ts';
import type { FormPath } from './form-path.ts';
import { pathText, startsWith } from './form-path.ts';

interface Held {
  readonly path: FormPath;
  readonly value: unknown;
}

/** Values that are in the form now: only what is not as the form gives it. */
interface FormState {
  readonly values: Map<string, Held>;
  readonly rows: Map<string, { readonly path: FormPath; readonly count: number }>;
}

/**
 * A script's copy of the form, which it reads and writes at once. What it writes is sent to the form, which may refuse
 * it; the form's report corrects the copy, and writes that are still on their way are done again on top.
 */
export class FormMirror {
  #components = new Map<string, ScriptComponent>();
  #base: FormState = { values: new Map(), rows: new Map() };
  #now: FormState = this.#base;
  #errors: readonly FormError[] = [];
  #pending: { readonly turn: number; readonly acts: readonly FormAct[] }[] = [];

  constructor(start: FormStart) {
    this.#begin(start);
  }

  /** Required fields that are empty, values that do not fit, and errors that scripts set, as of the last turn. */
  get errors(): readonly FormError[] {
    return this.#errors;
  }

  /**
   * The value at a path; undefined where the person may not see it.
   * @throws Error naming an id or a row that is not there.
   */
  get(path: string | FormPath): unknown {
    const { component, full } = this.#field(path);
    if (component.access === 'hidden') return undefined;
    const held = this.#now.values.get(pathText(full));
    return structuredClone(held === undefined ? (component.given ?? null) : held.value);
  }

  /** Rows of a group. @throws Error when it is no group. */
  rowCount(path: string | FormPath): number {
    return this.#rowsOf(this.#group(path).full);
  }

  /** @throws Error when the path is not there; TypeError when the value does not fit the field. */
  set(path: string | FormPath, value: unknown): FormAct {
    const { component, full } = this.#field(path);
    const given = asJson(value);
    const problem = shapeProblem(component.shape!, given);
    if (problem !== undefined) throw new TypeError(`'${component.id}' ${problem}.`);
    return this.#act({ kind: 'set', path: full, value: given });
  }

  /** The path of the new row, which is the last one. @throws Error when there is no such group. */
  append(path: string | FormPath): { readonly act: FormAct; readonly row: FormPath } {
    const { full } = this.#group(path);
    const at = this.#rowsOf(full);
    return { act: this.#act({ kind: 'append', path: full }), row: [...full, at] };
  }

  /** `path` is that of a group with the row at its end. @throws Error when there is no such row. */
  delete(path: FormPath): FormAct {
    const row = path.at(-1);
    if (path.length % 2 !== 0 || typeof row !== 'number')
      throw new Error(`${JSON.stringify(path)} is no row. Put its number at the end, as in ['answers', 0].`);
    const { full } = this.#group(path.slice(0, -1));
    return this.#act({ kind: 'delete', path: [...full, this.#row(full, row)] });
  }

  /** The full path of any component, or of all that have an id. @throws Error when there is none. */
  place(path: string | FormPath): FormPath {
    const steps = typeof path === 'string' ? [path] : path;
    const component = this.#component(steps.at(-1));
    return steps.length === 1 ? [component.id] : this.#full(component, steps);
  }

  /** Remembers acts that were sent, until the form reports that they are done. */
  sent(turn: number, acts: readonly FormAct[]): void {
    this.#pending.push({ turn, acts });
  }

  /** Takes a report of the form. `unsent` are acts that are not on their way yet. */
  take(changes: FormChanges, unsent: readonly FormAct[] = []): void {
    this.#pending = this.#pending.filter(each => each.turn > changes.turn);
    if (changes.again !== undefined) this.#begin(changes.again);
    else {
      for (const path of changes.back) this.#base.values.delete(pathText(path));
      for (const [path, value] of changes.values) this.#base.values.set(pathText(path), { path, value });
      for (const [path, count] of changes.rows) this.#base.rows.set(pathText(path), { path, count });
      if (changes.errors !== undefined) this.#errors = changes.errors;
    }
    const again = [...this.#pending.flatMap(each => each.acts), ...unsent];
    this.#now = this.#base;
    for (const act of again) this.#apply(act);
  }

  #begin({ components, values, rows, errors }: FormStart): void {
    this.#components = new Map(components.map(each => [each.id, each]));
    this.#base = {
      values: new Map(values.map(([path, value]) => [pathText(path), { path, value }])),
      rows: new Map(rows.map(([path, count]) => [pathText(path), { path, count }])),
    };
    this.#now = this.#base;
    this.#errors = errors;
  }

  #act(act: FormAct): FormAct {
    this.#apply(act);
    return act;
  }

  /** Predicts the effect of an act on the form, as far as a script can know. */
  #apply(act: FormAct): void {
    if (act.kind !== 'set' && act.kind !== 'append' && act.kind !== 'delete') return;
    const last = act.kind === 'delete' ? act.path.at(-2) : act.path.at(-1);
    const component = this.#components.get(String(last));
    if (component === undefined || component.access !== 'edit' || component.live === true) return;
    const now = this.#change();
    if (act.kind === 'set') {
      if (sameJson(act.value, component.given ?? null)) now.values.delete(pathText(act.path));
      else now.values.set(pathText(act.path), { path: act.path, value: act.value });
      return;
    }
    const group = act.kind === 'append' ? act.path : act.path.slice(0, -1);
    const count = this.#rowsOf(group);
    if (act.kind === 'delete') this.#removeRow(group, act.path.at(-1) as number);
    now.rows.set(pathText(group), {
      path: group,
      count: act.kind === 'append' ? count + 1 : Math.max(component.least ?? 0, count - 1),
    });
  }

  /** Removes a row and moves up what follows. */
  #removeRow(group: FormPath, row: number): void {
    for (const map of [this.#now.values, this.#now.rows] as Map<string, { readonly path: FormPath }>[]) {
      const moved: { readonly path: FormPath }[] = [];
      for (const [key, each] of map) {
        const at = each.path[group.length];
        if (each.path.length <= group.length || typeof at !== 'number' || at < row || !startsWith(each.path, group))
          continue;
        map.delete(key);
        if (at > row) moved.push({ ...each, path: each.path.with(group.length, at - 1) });
      }
      for (const each of moved) map.set(pathText(each.path), each);
    }
  }

  /** Copies the form's report before the first change of it. */
  #change(): FormState {
    if (this.#now === this.#base) this.#now = { values: new Map(this.#base.values), rows: new Map(this.#base.rows) };
    return this.#now;
  }

  #component(id: unknown): ScriptComponent {
    const found = this.#components.get(String(id));
    if (found === undefined) throw new Error(`'${String(id)}' is not a component of this form.`);
    return found;
  }

  #field(path: string | FormPath): { readonly component: ScriptComponent; readonly full: FormPath } {
    const steps = typeof path === 'string' ? [path] : path;
    const component = this.#component(steps.at(-1));
    if (component.shape === undefined) throw new Error(`'${component.id}' holds no value.`);
    return { component, full: this.#full(component, steps) };
  }

  #group(path: string | FormPath): { readonly component: ScriptComponent; readonly full: FormPath } {
    const steps = typeof path === 'string' ? [path] : path;
    const component = this.#component(steps.at(-1));
    if (component.type !== 'group') throw new Error(`'${component.id}' is no group, so it has no rows.`);
    return { component, full: this.#full(component, steps) };
  }

  /** The path with real rows. */
  #full({ id, groups }: ScriptComponent, steps: FormPath): FormPath {
    const named = steps.slice(0, -1).filter((_, at) => at % 2 === 0);
    if (steps.length % 2 === 0 || named.length !== groups.length || named.some((each, at) => each !== groups[at])) {
      const right = [...groups.flatMap(each => [each, 0]), id];
      throw new Error(
        `${JSON.stringify(steps)} is not where '${id}' stands. Its path looks like ${JSON.stringify(right)}.`,
      );
    }
    const full: (string | number)[] = [];
    for (const [at, step] of steps.entries()) full.push(at % 2 === 0 ? step : this.#row(full, step as number));
    return full;
  }

  #row(group: FormPath, row: number): number {
    const count = this.#rowsOf(group);
    const at = row === -1 ? count - 1 : row;
    if (!Number.isInteger(at) || at < 0 || at >= count)
      throw new Error(
        `'${String(group.at(-1))}' has ${count} ${count === 1 ? 'row' : 'rows'}; row ${row} is not there. Rows count from 0, and appendRow adds one.`,
      );
    return at;
  }

  #rowsOf(group: FormPath): number {
    return this.#now.rows.get(pathText(group))?.count ?? this.#components.get(String(group.at(-1)))?.least ?? 0;
  }
}

/** True for values of the same JSON; the order of an object's fields means nothing. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (
    typeof one !== 'object' ||
    typeof other !== 'object' ||
    one === null ||
    other === null ||
    Array.isArray(one) !== Array.isArray(other)
  )
    return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every(
      key =>
        Object.hasOwn(other, key) &&
        sameJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
