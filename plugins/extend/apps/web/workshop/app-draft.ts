import { useSyncExternalStore } from 'react';
import type { AppFiles } from '../../common/app.ts';

export interface DraftState {
  readonly files: AppFiles;
  /** Sources and revision on the server. */
  readonly saved: AppFiles;
  readonly revision: number;
  /** Paths of the tabs, in their order. */
  readonly tabs: readonly string[];
  readonly shown: string | undefined;
}

/** The sources of an app while they are written. */
export class AppDraft {
  #state: DraftState;
  readonly #listeners = new Set<() => void>();

  constructor(files: AppFiles, revision: number, first: string | undefined) {
    const shown = first !== undefined && Object.hasOwn(files, first) ? first : Object.keys(files)[0];
    this.#state = { files, saved: files, revision, tabs: shown === undefined ? [] : [shown], shown };
  }

  get state(): DraftState {
    return this.#state;
  }

  get unsaved(): boolean {
    return this.#state.files !== this.#state.saved;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Writes a file, a new one or one that is there. */
  write(path: string, text: string): void {
    if (this.#state.files[path] !== text) this.#set({ files: { ...this.#state.files, [path]: text } });
  }

  /** Gives a file another path; its tab goes with it. */
  rename(from: string, to: string): void {
    const { files, tabs, shown } = this.#state;
    this.#set({
      files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path === from ? to : path, text])),
      tabs: tabs.map(each => (each === from ? to : each)),
      shown: shown === from ? to : shown,
    });
  }

  remove(path: string): void {
    const { [path]: gone, ...files } = this.#state.files;
    if (gone === undefined) return;
    this.#set({ files });
    this.close(path);
  }

  /** Shows a file, in a tab of its own. */
  show(path: string): void {
    const { tabs, files } = this.#state;
    if (Object.hasOwn(files, path)) this.#set({ shown: path, tabs: tabs.includes(path) ? tabs : [...tabs, path] });
  }

  close(path: string): void {
    const { tabs, shown } = this.#state;
    const at = tabs.indexOf(path);
    const left = tabs.filter(each => each !== path);
    this.#set({ tabs: left, shown: shown === path ? left[Math.min(at, left.length - 1)] : shown });
  }

  /** Puts other files in place of all; they are not stored yet. */
  replace(files: AppFiles): void {
    const { shown } = this.#state;
    const first = shown !== undefined && Object.hasOwn(files, shown) ? shown : Object.keys(files)[0];
    this.#set({ files: { ...files }, tabs: first === undefined ? [] : [first], shown: first });
  }

  /** The server has these files now. */
  stored(files: AppFiles, revision: number): void {
    this.#set({ saved: files, revision });
  }

  /** Goes on from what the server has; with `keep`, what was written here stays and is to be stored over it. */
  load(files: AppFiles, revision: number, keep: boolean): void {
    const here = keep ? this.#state.files : files;
    const tabs = this.#state.tabs.filter(each => Object.hasOwn(here, each));
    const { shown } = this.#state;
    this.#set({
      files: here,
      saved: files,
      revision,
      tabs,
      shown: shown !== undefined && tabs.includes(shown) ? shown : tabs[0],
    });
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const each of this.#listeners) each();
  }
}

/** The state of a draft; the component is drawn again when it changes. */
export const useDraft = (draft: AppDraft): DraftState => useSyncExternalStore(draft.subscribe, () => draft.state);
