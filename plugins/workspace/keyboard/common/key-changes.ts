import type { KeyChoices, KeyedCommand } from '#core/shortcuts/common/index.ts';
import { chordText, giveChord, withoutChord } from '#core/shortcuts/common/index.ts';

/** Answer to a key that another command has: take it from that one, or let neither have it. */
export type ConflictAnswer = 'replace' | 'off';

/** A key that was pressed for a command, in place of one of its keys or as one more. */
export interface KeyWish {
  readonly command: KeyedCommand;
  readonly chord: string;
  readonly inPlaceOf?: string;
}

/**
 * The choices after a wish is granted.
 * @param holders commands that have the key now
 */
export function grantKey(
  keys: KeyChoices,
  { command, chord, inPlaceOf }: KeyWish,
  holders: readonly KeyedCommand[] = [],
  answer: ConflictAnswer = 'replace',
): KeyChoices {
  const taken = Object.fromEntries(holders.map(each => [each.id, withoutChord(each, chord)]));
  const own =
    answer === 'replace'
      ? giveChord(command, chord, inPlaceOf)
      : command.chords.filter(each => chordText(each) !== chordText(chord));
  return { ...keys, ...taken, [command.id]: own };
}

/** The choices without one key of a command. */
export const dropKey = (keys: KeyChoices, command: KeyedCommand, chord: string): KeyChoices => ({
  ...keys,
  [command.id]: withoutChord(command, chord),
});

/** The choices without what was chosen for one command. */
export function resetKeys(keys: KeyChoices, id: string): KeyChoices {
  const { [id]: gone, ...rest } = keys;
  return rest;
}
