import { useSyncExternalStore } from 'react';
import type { DraftHistory } from '#core/base/common/index.ts';
import { beginHistory, editHistory, redoHistory, undoHistory } from '#core/base/common/index.ts';
import type { FormDraftState } from '../../common/builder-api.ts';
import { withUniqueIds } from '../../common/component-ids.ts';
import type { ComponentRename } from '../../common/form-difference.ts';
import type { FormComponent, FormDocument } from '../../common/form-document.ts';
import { readForm, writeForm } from '../../common/form-document.ts';
import { idsOf, outermost } from '../../common/form-places.ts';

/** The edited form: the form, and which of its components had another id when it was published. */
export interface EditedForm {
  readonly form: FormDocument;
  readonly renames: readonly ComponentRename[];
}

interface BuilderState {
  readonly history: DraftHistory<EditedForm>;
  /** Edits of the same series in a row (typing) are one step back. */
  readonly series: string | undefined;
  readonly selection: ReadonlySet<string>;
  /** The component that was chosen last: arrows go on from it. */
  readonly focus: string | undefined;
  /** Revision of the draft on the server; 0 for none. */
  readonly revision: number;
  /** The published version the draft began from. */
  readonly base: number;
  /** The form on the server. */
  readonly saved: EditedForm;
}

const none: ReadonlySet<string> = new Set();

/** The form that is built, its steps back, and what is chosen in it. Components subscribe to the part they draw. */
export class BuilderStore {
  #state: BuilderState;
  readonly #listeners = new Set<() => void>();

  constructor(state: FormDraftState) {
    this.#state = begin(state);
  }

  get state(): BuilderState {
    return this.#state;
  }

  get form(): FormDocument {
    return this.#state.history.present.form;
  }

  get unsaved(): boolean {
    return this.#state.history.present !== this.#state.saved;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Takes a new form; a form that is the same is no edit. What is chosen and is no longer there is not chosen any more.
   */
  edit(
    form: FormDocument,
    options: {
      readonly series?: string;
      readonly select?: readonly string[];
      readonly renames?: readonly ComponentRename[];
    } = {},
  ): void {
    const { history, series: last } = this.#state;
    if (form === history.present.form && options.renames === undefined) return;
    const present: EditedForm = { form, renames: options.renames ?? history.present.renames };
    const joined = options.series !== undefined && options.series === last;
    this.#set({
      history: joined ? { ...history, present } : editHistory(history, present),
      series: options.series,
      ...this.#chosen(form.components, options.select),
    });
  }

  /** Ends a series, so that the next edit of the same kind is a step of its own. */
  endSeries(): void {
    if (this.#state.series !== undefined) this.#set({ series: undefined });
  }

  undo(): void {
    this.#step(undoHistory(this.#state.history));
  }

  redo(): void {
    this.#step(redoHistory(this.#state.history));
  }

  /** Chooses one component, or none. */
  select(ids: readonly string[], focus = ids.at(-1)): void {
    this.#set({ selection: ids.length === 0 ? none : new Set(ids), focus, series: undefined });
  }

  /** Adds a component to what is chosen, or takes it out. */
  toggle(id: string): void {
    const selection = new Set(this.#state.selection);
    if (!selection.delete(id)) selection.add(id);
    this.#set({ selection, focus: id, series: undefined });
  }

  /** Chooses all from the one chosen last to this one, in reading order. */
  selectTo(id: string): void {
    const ids = idsOf(this.form.components);
    const [from, to] = [ids.indexOf(this.#state.focus ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
    this.#set({ selection: new Set(ids.slice(Math.max(0, from!), to! + 1)), series: undefined });
  }

  /** The server has stored what was edited then. */
  stored(saved: EditedForm, revision: number, base = this.#state.base): void {
    this.#set({ saved, revision, base });
  }

  /** Marks the form that was edited then as published: it has no renames any more, and no draft. Steps back stay. */
  published(edited: EditedForm, state: FormDraftState): void {
    const { history } = this.#state;
    const saved: EditedForm = { form: edited.form, renames: [] };
    const present = history.present === edited ? saved : history.present;
    this.#set({
      history: { ...history, present },
      saved,
      revision: state.draft?.revision ?? 0,
      base: state.version?.number ?? 0,
    });
  }

  /** Goes on from what the server has now; steps back are gone. With `keep` what is edited stays and is unsaved. */
  load(state: FormDraftState, keep = false): void {
    const fresh = begin(state);
    this.#set(keep ? { revision: fresh.revision, base: fresh.base, saved: fresh.saved } : fresh);
  }

  /** Another form in place of this one; a step back brings this one back. */
  replace(form: FormDocument): void {
    this.edit(form, { select: [], renames: [] });
  }

  #step(history: DraftHistory<EditedForm>): void {
    if (history === this.#state.history) return;
    this.#set({ history, series: undefined, ...this.#chosen(history.present.form.components) });
  }

  #chosen(components: readonly FormComponent[], select?: readonly string[]): Pick<BuilderState, 'selection' | 'focus'> {
    if (select !== undefined) return { selection: new Set(select), focus: select.at(-1) };
    const { selection, focus } = this.#state;
    if (selection.size === 0) return { selection, focus };
    const ids = new Set(idsOf(components));
    const left = [...selection].filter(id => ids.has(id));
    return left.length === selection.size ? { selection, focus } : { selection: new Set(left), focus: left.at(-1) };
  }

  #set(change: Partial<BuilderState>): void {
    this.#state = { ...this.#state, ...change };
    for (const each of this.#listeners) each();
  }
}

function begin({ published, version, draft }: FormDraftState): BuilderState {
  const read = readForm(draft?.document ?? published);
  const { components, renewed } = withUniqueIds(read.components);
  const saved: EditedForm = { form: read, renames: draft?.renames ?? [] };
  return {
    // A form with ids that are missing or there twice can not be edited: it gets new ones, and counts as changed.
    history: beginHistory(renewed === 0 ? saved : { ...saved, form: { ...read, components } }),
    saved,
    series: undefined,
    selection: none,
    focus: undefined,
    revision: draft?.revision ?? 0,
    base: draft?.base ?? version?.number ?? 0,
  };
}

/** The form as it is sent and exported. */
export const writtenForm = ({ form }: EditedForm): Record<string, unknown> => ({ ...writeForm(form) });

/** A part of the state; the component is drawn again when that part changes. */
export function useBuilder<T>(store: BuilderStore, part: (store: BuilderStore) => T): T {
  return useSyncExternalStore(store.subscribe, () => part(store));
}

/** Ids of what is chosen in reading order, without those in another that is chosen. */
export const chosenIds = (store: BuilderStore): ReadonlySet<string> =>
  new Set(outermost(store.form.components, store.state.selection));
