import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { KeyedCommand, Shortcut, Stroke } from '../common/index.ts';
import { keyOf, matches, parseShortcut } from '../common/index.ts';
import type { KeyMap } from './key-map.ts';

/** A key command of a surface that listens to keys itself, such as an editor. */
export interface BoundKey {
  /** Unique in its scope, and never changed: people's own keys hang on it. */
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** Chords it has until the person chooses others. */
  readonly chords: readonly string[];
  /** A command of the surroundings that does the same; where there is one, its chords count. */
  readonly sameAs?: string;
}

/** A pressed key as a tool receives it. */
export interface ReceivedKey {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
}

/** Key commands of a scope as the key map knows them: `editor.vector` and `tool.box` give `editor.vector.tool.box`. */
export const keyedCommands = (scope: string, keys: readonly BoundKey[]): readonly KeyedCommand[] =>
  keys
    .filter(each => each.sameAs === undefined)
    .map(({ id, title, group, chords }) => ({ id: `${scope}.${id}`, title, group, scope, chords }));

/** The key commands of one surface, on the keys the person has chosen. */
export class KeyBindings<K extends BoundKey> implements Disposable {
  readonly #owned = new Disposables();
  #bindings: readonly { readonly shortcut: Shortcut; readonly key: K }[] | undefined;

  constructor(
    private readonly map: KeyMap,
    private readonly scope: string,
    readonly keys: readonly K[],
  ) {
    this.#owned.add(map.declare(scope, keyedCommands(scope, keys)));
    this.#owned.add(toDisposable(map.onChange(() => (this.#bindings = undefined))));
  }

  /** The first command in order that the key means and that applies. */
  find(stroke: Stroke, applies: (key: K) => boolean): K | undefined {
    return this.#all().find(({ shortcut, key }) => matches(shortcut, stroke) && applies(key))?.key;
  }

  /**
   * Returns the key as tools know it: a command that a person moved answers as if its own key were pressed, and a key
   * without its command answers undefined.
   */
  receive(stroke: Stroke): ReceivedKey | undefined {
    const pressed = {
      key: keyOf(stroke),
      shift: stroke.shiftKey,
      ctrl: stroke.ctrlKey || stroke.metaKey,
      alt: stroke.altKey,
    };
    const bound = this.#all().find(({ shortcut }) => matches(shortcut, stroke))?.key;
    if (bound === undefined)
      return this.keys.some(({ chords }) => chords.some(chord => matches(parseShortcut(chord), stroke)))
        ? undefined
        : pressed;
    const [first] = bound.chords;
    if (first === undefined || bound.chords.some(chord => matches(parseShortcut(chord), stroke))) return pressed;
    const { key, shift, mod, alt } = parseShortcut(first);
    return { key, shift, ctrl: mod, alt };
  }

  /** Returns the name of a command in the key map of the person. */
  idOf({ id, sameAs }: K): string {
    return sameAs ?? `${this.scope}.${id}`;
  }

  /** The chords of a command now. */
  chords({ id, sameAs, chords }: K): readonly string[] {
    if (sameAs === undefined) return this.map.chords(`${this.scope}.${id}`);
    return this.map.has(sameAs) ? this.map.chords(sameAs) : chords;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #all(): readonly { readonly shortcut: Shortcut; readonly key: K }[] {
    this.#bindings ??= this.keys.flatMap(key =>
      this.chords(key).map(chord => ({ shortcut: parseShortcut(chord), key })),
    );
    return this.#bindings;
  }
}
