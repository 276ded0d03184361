import { isFault } from '#core/base/common/index.ts';
import type { AppFiles } from '../../common/app.ts';
import type { AppDraft } from './app-draft.ts';

/** Milliseconds without a change after which the sources are stored by themselves. */
const STILL_MS = 1500;

export interface SavingState {
  readonly busy: boolean;
  /** Why it was not stored. */
  readonly failure: unknown;
  /** Somebody else stored the draft meanwhile. */
  readonly conflict: boolean;
}

/** The server's side of a draft. */
export interface DraftServer {
  /** Stores files made on a revision. Answers the new revision. */
  store(files: AppFiles, revision: number): Promise<number>;
  read(): Promise<{ readonly files: AppFiles; readonly revision: number }>;
}

const RESTING: SavingState = { busy: false, failure: undefined, conflict: false };

/** Stores a draft a moment after the last edit, one save at a time. */
export class AppSaving {
  #state = RESTING;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly draft: AppDraft,
    private readonly server: DraftServer,
  ) {}

  get state(): SavingState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Begins to store by itself. Returns the way to stop; what is not stored then is stored at once. A page that closes
   * before asks first, and stores meanwhile.
   */
  start(page: EventTarget): () => void {
    const closing = (event: Event): void => {
      if (!this.draft.unsaved) return;
      event.preventDefault();
      if (!this.#state.conflict) void this.save();
    };
    page.addEventListener('beforeunload', closing);
    const stop = this.draft.subscribe(() => {
      clearTimeout(this.#timer);
      if (this.draft.unsaved && !this.#state.conflict) this.#timer = setTimeout(() => void this.save(), STILL_MS);
    });
    return () => {
      stop();
      page.removeEventListener('beforeunload', closing);
      clearTimeout(this.#timer);
      if (this.draft.unsaved && !this.#state.conflict) void this.save();
    };
  }

  /** Stores the draft now; false when that failed. */
  save(): Promise<boolean> {
    return (this.#running ??= this.#save().finally(() => {
      this.#running = undefined;
    }));
  }

  /** Goes on from what the server has; with `keep`, what was written here is stored over it. */
  async load(keep: boolean): Promise<void> {
    try {
      const { files, revision } = await this.server.read();
      this.draft.load(files, revision, keep);
      this.#set(RESTING);
      if (keep) await this.save();
    } catch (error) {
      this.#set({ ...this.#state, failure: error });
    }
  }

  async #save(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#set({ ...this.#state, busy: true });
    try {
      // What was edited while a save was under way is stored right after it.
      while (this.draft.unsaved) {
        const { files, revision } = this.draft.state;
        this.draft.stored(files, await this.server.store(files, revision));
      }
      this.#set(RESTING);
      return true;
    } catch (error) {
      const conflict = isFault(error) && error.status === 409;
      this.#set({ busy: false, conflict, failure: conflict ? undefined : error });
      return false;
    }
  }

  #set(state: SavingState): void {
    this.#state = state;
    for (const each of this.#listeners) each();
  }
}
