import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { Comment, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession, SceneChange } from '#plugins/annotate/editor/web/kit/index.ts';
import type {
  BindingSource,
  ElementPath,
  FormComponent,
  FormInstance,
  FormReader,
  Visibility,
} from '#plugins/annotate/form/common/index.ts';
import {
  bindText,
  countPath,
  countRows,
  FormPlan,
  insertion,
  isEmptyValue,
  isFormInstance,
  isLive,
  isShown,
  labelOf,
  missingAnswers,
  nearPath,
  pathKey,
  readForm,
  shownRows,
  valueAt,
  visibilityOf,
  walkForm,
} from '#plugins/annotate/form/common/index.ts';
import { classedInstance } from './classed-instance.ts';
import { ComingAnswers } from './coming-answers.ts';
import { FormDefaults } from './form-defaults.ts';
import { FormDrafts } from './form-drafts.ts';
import { FormEvents } from './form-events.ts';
import { FormOverlay } from './form-overlay.ts';
import { readerOf } from './form-reader.ts';
import { commentsTopic, FormTopics, lookTopic } from './form-topics.ts';
import { PlacedComments } from './placed-comments.ts';
import { ComponentPosts } from './web-component/component-posts.ts';
import { messages } from './messages.ts';

/** An open form: its plan, its values by path, and what is done to them. */
export class FormController {
  readonly topics = new FormTopics();
  readonly coming = new ComingAnswers(this.topics);
  readonly events = new FormEvents();
  readonly drafts = new FormDrafts();
  readonly webComponents = new ComponentPosts();
  /** Changes of scripts to the look of the form. */
  readonly overlay = new FormOverlay();
  /** Keys of required fields that a refused step found empty. */
  readonly missing = new Set<string>();
  readonly #owned = new Disposables();
  readonly #visible = new Map<string, Visibility>();
  /** Values that are kept out of the annotation, by key. */
  readonly #apart = new Map<string, unknown>();
  #form: unknown;
  #plan = new FormPlan([]);
  #reader: FormReader = { role: 0, status: 0 };
  #rows = new Map<string, number>();
  readonly #comments = new PlacedComments();
  #payload: unknown;
  #filledIn = false;

  readonly #defaults = new FormDefaults({
    bindings: prefix => this.#bindings(prefix),
    plan: () => this.#plan,
    rowCount: (group, path) => this.rowCount(group, path),
    isAnswered: path => this.instance(path) !== undefined,
    classed: instance => this.classed(instance),
  });

  constructor(readonly session: EditorSession) {
    this.#read();
    this.#rows = countRows(session.scene.instances);
    this.#readComments();
    this.#owned.add(toDisposable(session.scene.onChange(change => this.#sceneChanged(change))));
    this.#owned.add(toDisposable(session.subscribe(() => this.#sessionChanged())));
  }

  get plan(): FormPlan {
    return this.#plan;
  }

  get reader(): FormReader {
    return this.#reader;
  }

  /** The attached JSON of the item; undefined until it is there, and where there is none. */
  get payload(): unknown {
    return this.#payload;
  }

  setPayload(payload: unknown): void {
    this.#payload = payload;
    this.topics.notifyAll();
  }

  /** Ids of components that stay in sight at the top. */
  get pinned(): ReadonlySet<string> {
    const { form } = this.session.particulars;
    const header = isRecord(form) && isRecord(form['meta']) ? form['meta']['header'] : undefined;
    return new Set(Array.isArray(header) ? header.map(String) : []);
  }

  visibility(id: string): Visibility {
    const known = this.#visible.get(id);
    if (known !== undefined) return known;
    const placed = this.#plan.byId.get(id);
    const found = placed === undefined ? 'edit' : visibilityOf(placed, this.#reader);
    this.#visible.set(id, found);
    return found;
  }

  mayEdit(id: string): boolean {
    return !this.session.readOnly && this.visibility(id) === 'edit';
  }

  /** Returns whether a person may use a component in its place: scripts may keep them from it as well. */
  mayUse(id: string, path: ElementPath): boolean {
    return (
      this.mayEdit(id) &&
      !this.overlay.isDisabled(path) &&
      this.#plan.byId.get(id)?.parents.some(each => this.overlay.isDisabled([each.id])) !== true
    );
  }

  /** Returns whether a component shows in its place, by rights, scripts and conditions, in this order. */
  shows(component: FormComponent, prefix: ElementPath): boolean {
    return (
      this.visibility(component.id) !== 'hidden' &&
      (this.overlay.shown([...prefix, component.id]) ?? isShown(component, id => this.valueNear(prefix, id)))
    );
  }

  /** A component, and all in it, looks another way. */
  notifyLook(id: string): void {
    const component = this.#plan.component(id);
    for (const each of component === undefined ? [] : walkForm([component]))
      this.topics.notify(lookTopic(each.component.id));
  }

  /** Returns the value that the form gives a field before it is answered. */
  given(component: FormComponent, path: ElementPath): unknown {
    return this.#defaults.value(component, path);
  }

  /** Puts a value that is kept out of the annotation. */
  setApart(path: ElementPath, value: unknown): void {
    this.#apart.set(pathKey(path), value);
    this.topics.notify(pathKey(path));
  }

  /** Values that the form gives itself, which are not stored before the first edit. */
  get unstored(): readonly FormInstance[] {
    return this.#filledIn ? [] : this.#defaults.unanswered();
  }

  instance(path: ElementPath): FormInstance | undefined {
    const found = this.session.scene.get(pathKey(path));
    return isFormInstance(found) ? found : undefined;
  }

  /** The value at a path: what was answered, else what the form gives. */
  value(component: FormComponent, path: ElementPath): unknown {
    const key = pathKey(path);
    if (this.coming.has(key)) return this.coming.get(key);
    const held = this.instance(path);
    if (held !== undefined && !isLive(component)) return held.value;
    return this.#apart.has(key) ? this.#apart.get(key) : this.#defaults.value(component, path);
  }

  /** The value of another component, in the same rows as far as both are in them. */
  valueNear(prefix: ElementPath, id: string): unknown {
    const component = this.#plan.component(id);
    return component === undefined ? undefined : this.value(component, nearPath(this.#plan, id, prefix));
  }

  text(text: unknown, prefix: ElementPath): string {
    if (typeof text !== 'string' || !text.includes('{{')) return typeof text === 'string' ? text : '';
    return bindText(text, this.#bindings(prefix));
  }

  label(component: FormComponent, path: ElementPath): string {
    return this.text(labelOf(component), path.slice(0, -1));
  }

  rowCount(group: FormComponent, path: ElementPath): number {
    return shownRows(group, this.#rows.get(pathKey(path)) ?? 0);
  }

  /** Rows that hold values, without the one that is shown empty. */
  heldRows(path: ElementPath): number {
    return this.#rows.get(pathKey(path)) ?? 0;
  }

  commentsAt(key: string): readonly Comment[] {
    return this.#comments.at(key);
  }

  /** Answers a field; the same value again changes nothing. */
  set(component: FormComponent, path: ElementPath, value: unknown): void {
    if (!this.mayEdit(component.id) || Object.is(this.value(component, path), value)) return;
    const key = pathKey(path);
    const held = this.instance(path);
    if (this.missing.delete(key)) this.topics.notify(key);
    if (component['exclude'] === true && held === undefined) this.setApart(path, value);
    else {
      const { email, role } = this.session.user;
      const stamp =
        held?.shape === 'instance' ? { updatedAt: new Date().toISOString(), updatedBy: { email, role } } : {};
      const patch: Patch =
        held === undefined
          ? insertion(this.classed(valueAt(path, value)))
          : { collection: 'instances', id: held.id, before: held, after: { ...held, value, ...stamp } };
      this.edit(messages.formController.changeLabel(this.label(component, path)), [patch]);
    }
    this.events.emit({ kind: 'change', id: component.id, path, value });
  }

  /** Makes one edit. The first also stores the values that the form sets itself, unless the patches are `whole`. */
  edit(label: string, patches: readonly Patch[], { whole = false } = {}): void {
    const known = new Set(patches.map(each => each.id));
    const given = whole ? [] : this.unstored.filter(each => !known.has(each.id)).map(insertion);
    this.#filledIn = true;
    this.session.edit(label, [...given, ...patches]);
  }

  /** With the class that the form made for its component, and as it will be opened again. */
  classed(given: FormInstance): FormInstance {
    return classedInstance(given, this.#plan, this.session.classes);
  }

  /** Required fields that are empty now, in reading order. */
  missingNow(): ReturnType<typeof missingAnswers> {
    const instances = [...this.session.scene.instances, ...this.#defaults.unanswered()];
    const missing = missingAnswers(this.#plan, instances, this.#reader);
    return missing.filter(({ component, path }) => isEmptyValue(this.value(component, path)));
  }

  dispose(): void {
    this.drafts.commit();
    this.#owned.dispose();
  }

  #bindings(prefix: ElementPath): BindingSource {
    const { env } = this.session.particulars;
    return { payload: this.#payload, value: id => this.valueNear(prefix, id), env: isRecord(env) ? env : {} };
  }

  #sessionChanged(): void {
    this.#read();
    this.topics.notifyAll();
  }

  #read(): void {
    const { form } = this.session.particulars;
    if (form !== this.#form) {
      this.#form = form;
      this.#plan = new FormPlan(readForm(form).components);
    }
    this.#reader = readerOf(this.session.particulars);
    this.#visible.clear();
  }

  #sceneChanged(change: SceneChange): void {
    if (change.comments) this.#readComments();
    if (change.removed.size > 0) this.#countAgain();
    else {
      for (const id of change.added) {
        const found = this.session.scene.get(id);
        if (isFormInstance(found))
          for (const group of countPath(this.#rows, found.element_path)) this.topics.notify(`rows ${group}`);
      }
    }
    for (const id of [...change.added, ...change.changed, ...change.removed]) this.topics.notify(id);
  }

  #countAgain(): void {
    const before = this.#rows;
    this.#rows = countRows(this.session.scene.instances);
    for (const key of new Set([...before.keys(), ...this.#rows.keys()]))
      if (before.get(key) !== this.#rows.get(key)) this.topics.notify(`rows ${key}`);
  }

  #readComments(): void {
    for (const key of this.#comments.read(this.session.scene.comments)) this.topics.notify(commentsTopic(key));
  }
}
