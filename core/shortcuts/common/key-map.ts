import { chordText } from './shortcut.ts';

/** A command with keys. */
export interface KeyedCommand {
  /** `editor.save`, `editor.vector.tool.box`. */
  readonly id: string;
  readonly title: string;
  /** Heading it is listed under. */
  readonly group: string;
  /** Scope of its keys, as a path: `editor.vector` lies in `editor`. */
  readonly scope: string;
  readonly chords: readonly string[];
}

/** Chords by command id in place of those a command has of itself; an empty list takes its keys away. */
export type KeyChoices = Readonly<Record<string, readonly string[]>>;

/** Two commands with keys in places that overlap would both receive the same key. */
export const meet = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

const texts = (chords: readonly string[]): readonly string[] => chords.map(chordText);

/**
 * The commands with the chords they have now: the person's own, else those of the preset, else ours. A chord that the
 * preset gives to one command is taken from those of ours that it does not name, in the same place.
 */
export function withChoices(
  commands: readonly KeyedCommand[],
  preset: KeyChoices,
  own: KeyChoices,
): readonly KeyedCommand[] {
  const taken = commands.flatMap(({ id, scope, chords }) => {
    const before = new Set(texts(chords));
    return texts(preset[id] ?? [])
      .filter(chord => !before.has(chord))
      .map(chord => ({ id, scope, chord }));
  });
  return commands.map(command => {
    const chosen = own[command.id] ?? preset[command.id];
    if (chosen !== undefined) return { ...command, chords: chosen };
    const left = command.chords.filter(
      chord => !taken.some(each => each.chord === chordText(chord) && meet(each.scope, command.scope)),
    );
    return left.length === command.chords.length ? command : { ...command, chords: left };
  });
}

/** Other commands that have the chord in a place where this one would receive it too. */
export function holdersOf(
  commands: readonly KeyedCommand[],
  command: Pick<KeyedCommand, 'id' | 'scope'>,
  chord: string,
): readonly KeyedCommand[] {
  const text = chordText(chord);
  return commands.filter(
    each => each.id !== command.id && meet(each.scope, command.scope) && texts(each.chords).includes(text),
  );
}

/** A chord that more than one command has, and one of them not of itself. */
export interface KeyConflict {
  readonly chord: string;
  readonly commands: readonly KeyedCommand[];
}

/**
 * Chords claimed twice by choices. What shares a chord of itself does so on purpose: only one of the two applies at a
 * time.
 */
export function conflictsOf(delivered: readonly KeyedCommand[], now: readonly KeyedCommand[]): readonly KeyConflict[] {
  const before = new Map(delivered.map(each => [each.id, new Set(texts(each.chords))]));
  const byChord = new Map<string, KeyedCommand[]>();
  for (const command of now)
    for (const chord of new Set(texts(command.chords))) byChord.set(chord, [...(byChord.get(chord) ?? []), command]);
  return [...byChord].flatMap(([chord, commands]) => {
    const claimed = commands.filter(one =>
      commands.some(
        other =>
          other !== one &&
          meet(one.scope, other.scope) &&
          !(before.get(one.id)?.has(chord) === true && before.get(other.id)?.has(chord) === true),
      ),
    );
    return claimed.length < 2 ? [] : [{ chord, commands: claimed }];
  });
}

/** Gives a command a chord in place of another one, or besides its own; what it has already stays once. */
export function giveChord(command: KeyedCommand, chord: string, inPlaceOf?: string): readonly string[] {
  const text = chordText(chord);
  const replaced =
    inPlaceOf === undefined
      ? [...command.chords, text]
      : command.chords.map(each => (chordText(each) === chordText(inPlaceOf) ? text : each));
  return [...new Set(texts(replaced))];
}

/** The chords of a command without one. */
export const withoutChord = (command: KeyedCommand, chord: string): readonly string[] =>
  command.chords.filter(each => chordText(each) !== chordText(chord));
