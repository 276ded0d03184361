import { proxy } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { KeyChoices, KeyedCommand } from '../common/index.ts';
import { shownChord, withChoices } from '../common/index.ts';
import { OwnLabels } from './own-labels.ts';

/**
 * Keys and their commands for the signed-in person. Whoever listens to keys asks here, so that a changed key works at
 * once everywhere.
 */
export class KeyMap implements Disposable {
  /** Counts up with every change; components read it to be drawn again. */
  readonly state = proxy({ version: 0 });
  readonly #labels = new OwnLabels(() => (this.state.version += 1));
  readonly #declared = new Map<string, readonly KeyedCommand[]>();
  #preset: KeyChoices = {};
  #own: KeyChoices = {};
  #now: ReadonlyMap<string, KeyedCommand> | undefined;
  readonly #listeners = new Set<() => void>();

  /** Makes commands with keys known, in place of those the same owner declared before. */
  declare(owner: string, commands: readonly KeyedCommand[]): Disposable {
    this.#declared.set(owner, commands);
    this.#changed();
    return toDisposable(() => {
      if (this.#declared.get(owner) !== commands) return;
      this.#declared.delete(owner);
      this.#changed();
    });
  }

  /** Takes a preset and what the person changed of it. */
  choose(preset: KeyChoices, own: KeyChoices): void {
    this.#preset = preset;
    this.#own = own;
    this.#changed();
  }

  /** All known commands with the chords they have of themselves. */
  get delivered(): readonly KeyedCommand[] {
    return [...new Map([...this.#declared.values()].flat().map(each => [each.id, each])).values()];
  }

  /** All known commands with the chords they have now. */
  get commands(): readonly KeyedCommand[] {
    return [...this.#all().values()];
  }

  /** Returns whether somebody declared the command. */
  has(id: string): boolean {
    return this.#all().has(id);
  }

  /** The chords of a command now; none for one that is not known. */
  chords(id: string): readonly string[] {
    return this.#all().get(id)?.chords ?? [];
  }

  /** A chord in the letters of the person's keyboard. */
  shown(chord: string): string {
    return shownChord(chord, this.#labels.labels, this.#labels.mac);
  }

  /** `Box · B`: a title with the first chord of its command, where it has one. */
  titled(title: string, id: string): string {
    const [first] = this.chords(id);
    return first === undefined ? title : `${title} · ${this.shown(first)}`;
  }

  /** Calls back after every change. Returns the way to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Number of listeners to changes. */
  get listening(): number {
    return this.#listeners.size;
  }

  dispose(): void {
    this.#labels.dispose();
    this.#listeners.clear();
  }

  #all(): ReadonlyMap<string, KeyedCommand> {
    this.#now ??= new Map(withChoices(this.delivered, this.#preset, this.#own).map(each => [each.id, each]));
    return this.#now;
  }

  #changed(): void {
    this.#now = undefined;
    this.state.version += 1;
    for (const listener of this.#listeners) listener();
  }
}
