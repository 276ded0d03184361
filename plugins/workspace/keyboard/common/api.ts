import { defineApi, z } from '#core/api/common/index.ts';
import type { KeyChoices } from '#core/shortcuts/common/index.ts';
import { parseShortcut } from '#core/shortcuts/common/index.ts';
import type { PresetName } from './presets.ts';
import { presetNames } from './presets.ts';

/** Most commands with own keys, and most keys of one command. */
export const MOST_COMMANDS = 500;
export const MOST_CHORDS = 8;

const readable = (chord: string): boolean => {
  try {
    return parseShortcut(chord).key.length <= 20;
  } catch {
    return false;
  }
};

const chord = z.string().min(1).max(40).refine(readable, 'is no key such as Ctrl+Shift+S');
const command = z
  .string()
  .max(100)
  .regex(/^[a-z][\w-]*(\.[\w-]+)+$/i, 'must name a command such as editor.save');

/** Chords by command id; an empty list takes the keys of a command away. */
export const keyChoices = z
  .record(command, z.array(chord).max(MOST_CHORDS, `a command has at most ${MOST_CHORDS} keys`))
  .refine(keys => Object.keys(keys).length <= MOST_COMMANDS, `at most ${MOST_COMMANDS} commands`);

/** The keys of a person in a team: a preset and what was changed of it. */
export interface OwnKeys {
  readonly preset: PresetName;
  readonly keys: KeyChoices;
}

export const ownKeys = z.object({ preset: z.enum(presetNames), keys: keyChoices });

const revision = z.int().min(0).max(2_147_483_646);

export const keyboardApi = defineApi({
  service: 'main',
  operations: {
    getKeys: {
      method: 'GET',
      path: '/api/v1/keyboard',
      summary: 'The caller’s keys; revision 0 while nothing was chosen',
      access: 'team-member',
      reply: ownKeys.extend({ revision }),
    },
    saveKeys: {
      method: 'PUT',
      path: '/api/v1/keyboard',
      summary: 'Keep the caller’s keys, made on a revision; 409 with the newest when another window was quicker',
      access: 'team-member',
      body: z.strictObject({ base: revision, preset: z.enum(presetNames), keys: keyChoices }),
      reply: z.object({ revision }),
    },
  },
});
