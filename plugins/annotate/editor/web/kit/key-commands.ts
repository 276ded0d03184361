import type { BoundKey, KeyBindings } from '#core/shortcuts/web/index.ts';
import type { EditorCommand } from './editor-type.ts';

/** A key that may also be called by its name. */
export interface NamedKey extends BoundKey {
  /** Changes the document, so it is not offered while that is read-only. */
  readonly changes?: boolean;
  /** Means something only while it is held down, so it is not offered by name. */
  readonly held?: boolean;
}

/** The keys of an editor as commands by their names. Those that do what a command of the frame does are left to it. */
export function keyCommands<K extends NamedKey>(
  keys: Pick<KeyBindings<K>, 'keys' | 'idOf'>,
  readOnly: boolean,
  applies: (key: K) => boolean,
  run: (key: K) => void,
): readonly EditorCommand[] {
  return keys.keys
    .filter(key => key.sameAs === undefined && key.held !== true && !(readOnly && key.changes === true) && applies(key))
    .map(key => ({ id: keys.idOf(key), title: key.title, group: key.group, run: () => run(key) }));
}
