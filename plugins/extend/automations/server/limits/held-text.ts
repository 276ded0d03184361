import type { HeldFor } from '../automation-tables.ts';

const TEXTS: Readonly<Record<HeldFor | 'calm', string>> = {
  calm: 'More changes of the same item may follow within half a minute.',
  off: 'Automations are switched off for the team. An administrator of the installation can switch them on.',
  minute: 'The team may begin no more runs this minute.',
  day: 'The team may begin no more runs today (UTC).',
  concurrent: 'The team may have no more runs under way at once.',
  code: 'The code of the team may run no longer today (UTC).',
};

/** Returns why runs wait, in words. */
export const heldText = (held: HeldFor | 'calm'): string => TEXTS[held];
