/** A line above the form about its script. */
export interface ScriptNotice {
  readonly id: number;
  readonly text: string;
  /** For those who build forms: which line, and what. */
  readonly detail: string | undefined;
  /** The script ended and can be started again. */
  readonly ended: boolean;
  /** Number of repetitions. */
  readonly times: number;
}

/** Notices that are shown at once at most. */
const MOST = 4;

/** Notices of a script for a person: those who build forms more than others. */
export class ScriptNotices {
  #notices: readonly ScriptNotice[] = [];
  #next = 1;

  constructor(
    private readonly mayBuild: () => boolean,
    private readonly changed: (notices: readonly ScriptNotice[]) => void,
  ) {}

  /** Notifies everybody; the detail only those who may build forms. */
  notify(text: string, detail?: string, ended = false): void {
    const shown = this.mayBuild() ? detail : undefined;
    const same = this.#notices.find(each => each.text === text && each.detail === shown);
    this.#put(
      [
        ...this.#notices.filter(each => each !== same),
        { id: same?.id ?? this.#next++, text, detail: shown, ended, times: (same?.times ?? 0) + 1 },
      ].slice(-MOST),
    );
  }

  /** Notifies those who may build forms; for others there is nothing to do about it. */
  notifyBuilders(text: string): void {
    if (this.mayBuild()) this.notify(text);
  }

  dismiss(id: number): void {
    this.#put(this.#notices.filter(each => each.id !== id));
  }

  clear(): void {
    if (this.#notices.length > 0) this.#put([]);
  }

  #put(notices: readonly ScriptNotice[]): void {
    this.#notices = notices;
    this.changed(notices);
  }
}
