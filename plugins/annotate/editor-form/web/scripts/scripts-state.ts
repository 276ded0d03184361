import type { Listening } from '#sdk/form/form-protocol.ts';
import type { ScriptNotice } from './script-notices.ts';

/** The state of the scripts of an open form. */
export interface ScriptsState {
  /** `none`: there is none, or the item is read-only. `ended`: it can be started again. */
  readonly phase: 'none' | 'starting' | 'running' | 'ended';
  /** Work that takes a while; its text is the script's. */
  readonly busy: { readonly text: string | undefined } | undefined;
  readonly notices: readonly ScriptNotice[];
  /** Keys of the buttons whose handlers are under way. */
  readonly pressed: ReadonlySet<string>;
  readonly listening: Listening;
}

export const listeningToNothing: Listening = { events: [], hooks: [] };
