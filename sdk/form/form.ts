import type { FieldId, FormValues } from './form-values.ts';
import type { FormError, FormEventKind, FormHook } from './form-protocol.ts';
import type { FormPath } from './form-path.ts';
import type { ScriptEnd } from './script-end.ts';

/** An id, or a path that ends with one. */
type At<Id extends string> = Id | readonly [...(string | number)[], Id];
/** A known id, or any path. */
type Anywhere = FieldId | FormPath;

/** Any id, where the fields of the form are not known. */
type AnyForm = keyof FormValues extends never ? string : never;

/** Arguments and answers of hooks. Statuses are names, e.g. `QualityCheck`. */
export interface FormHooks {
  /** The item was opened, or the script was started again. */
  open(): unknown;
  /** The item is left; the form can not be changed any more. At most 5 seconds. */
  close(): unknown;
  /**
   * A person saves. `false` or a reason refuses; at most 5 seconds. What is saved by itself is not asked for, so that
   * no work is lost.
   */
  beforeSave(from: string, to: string): boolean | string | void | Promise<boolean | string | void>;
  saved(): unknown;
  /**
   * A person moves the item, or their own copy of it, on in the editor. `false` or a reason refuses. The hook runs in
   * the browser of that person only: status changes from the item list, by automations and through the API pass it. For
   * a rule that binds those as well, use required fields or the conditions of a transition in the project's workflow.
   */
  beforeStatusChange(from: string, to: string): boolean | string | void | Promise<boolean | string | void>;
  statusChanged(from: string, to: string): unknown;
  /** A person deleted a row; `path` is that of the row. */
  rowDeleted(path: FormPath): unknown;
}

/**
 * The form. Reading and writing are immediate; what is written in one turn is one step of undo. A script has the rights
 * of the person who fills the form in: what that person may not change stays as it is.
 */
export class FormModule {
  constructor(private readonly end: ScriptEnd) {}

  /**
   * The value of a field; undefined where the person may not see it. In a group the path contains the row:
   * `['answers', 0, 'answer']`, and -1 is the last one.
   * @throws Error naming an id or a row that is not there.
   */
  get<Id extends keyof FormValues & string>(path: At<Id>): FormValues[Id];
  get<Value = unknown>(path: Anywhere): Value;
  get(path: Anywhere): unknown {
    return this.end.mirror.get(path);
  }

  /**
   * Writes a field; null empties it.
   * @throws Error naming an id or a row that is not there; TypeError when the value is not what the field holds.
   */
  set<Id extends keyof FormValues & string>(path: At<Id>, value: FormValues[Id] | null): void;
  set(path: AnyForm | FormPath, value: unknown): void;
  set(path: Anywhere, value: unknown): void {
    this.end.act(this.end.mirror.set(path, value));
  }

  /** Several values at once, in the order of the paths. @throws as `get` */
  getMany(paths: readonly Anywhere[]): unknown[] {
    return paths.map(each => this.end.mirror.get(each));
  }

  /** Writes several fields. @throws as `set`; those before the bad one are written. */
  setMany(values: readonly (readonly [Anywhere, unknown])[] | Partial<FormValues>): void {
    const pairs = Array.isArray(values)
      ? (values as readonly (readonly [Anywhere, unknown])[])
      : Object.entries(values);
    for (const [path, value] of pairs) this.end.act(this.end.mirror.set(path, value));
  }

  /**
   * Adds a row after the last one of a group; answers its path, to which ids are appended: `[...row, 'answer']`.
   * @throws Error when there is no such group.
   */
  appendRow(group: string | FormPath): (string | number)[] {
    const { act, row } = this.end.mirror.append(group);
    this.end.act(act);
    return [...row];
  }

  /** Deletes a row with all in it. `row` is its path: `['answers', 0]`. @throws Error when it is not there. */
  deleteRow(row: FormPath): void {
    this.end.act(this.end.mirror.delete(row));
  }

  /** Rows of a group. @throws Error when it is no group. */
  rowCount(group: string | FormPath): number {
    return this.end.mirror.rowCount(group);
  }

  /**
   * Shows a component that `hide` or its condition hides; never what the person's role may not see. An id alone means
   * it in all rows. Not stored.
   */
  show(path: string | FormPath): void {
    this.end.act({ kind: 'show', path: this.end.mirror.place(path) });
  }

  /** Hides a component. Its value stays, and a required one stays required. Not stored. */
  hide(path: string | FormPath): void {
    this.end.act({ kind: 'hide', path: this.end.mirror.place(path) });
  }

  /** Takes `disable` back; what the person's role may only read stays so. */
  enable(path: string | FormPath): void {
    this.end.act({ kind: 'enable', path: this.end.mirror.place(path) });
  }

  /** Keeps the person from using a field or a button. Scripts still may. Not stored. */
  disable(path: string | FormPath): void {
    this.end.act({ kind: 'disable', path: this.end.mirror.place(path) });
  }

  /** Other options for a select, radio, checkbox or ranking while the item is open; undefined gives its own back. */
  setOptions(path: string | FormPath, options: readonly string[] | undefined): void {
    this.end.act({ kind: 'options', path: this.end.mirror.place(path), options: options?.map(String) });
  }

  /** Marks a field with a message; without one the mark goes. Not stored. */
  setError(path: string | FormPath, message?: string): void {
    this.end.act({
      kind: 'error',
      path: this.end.mirror.place(path),
      message: message === undefined || message === '' ? undefined : message.slice(0, 500),
    });
  }

  /**
   * Required fields that are empty, values that do not fit, and marks of `setError`: as of the beginning of this turn,
   * in reading order.
   */
  errors(): readonly FormError[] {
    return this.end.mirror.errors;
  }

  /**
   * Calls a function when something happens to a component: `click` of a button, `change` of a field by the person (not
   * by scripts), `deleted`, `selected`, `deselected` of a row. Returns the way to stop. A function may take 60 seconds,
   * 300 while a model answers.
   * @throws Error for an id or an event that is not there.
   */
  on<Id extends keyof FormValues & string>(
    id: Id,
    event: 'change',
    handler: (path: FormPath, value: FormValues[Id]) => unknown,
  ): () => void;
  on(id: string, event: FormEventKind, handler: (path: FormPath, value: unknown) => unknown): () => void;
  on(id: string, event: FormEventKind, handler: (path: FormPath, value: never) => unknown): () => void {
    return this.end.on(id, event, handler as (path: FormPath, value: unknown) => unknown);
  }

  /** Calls a function at a moment of the item; see {@link FormHooks}. Returns the way to stop. */
  hook<Name extends FormHook>(name: Name, hook: FormHooks[Name]): () => void {
    return this.end.hook(name, hook);
  }

  /** Sends JSON to a web component. */
  post(path: string | FormPath, message: unknown): void {
    this.end.emit('post', { path: this.end.mirror.place(path), message });
  }

  /** Does everything in a function as one step of undo, also when it waits in between. */
  batch(work: () => unknown): Promise<void> {
    return this.end.batch(work);
  }
}
