import type { Bundler, Sandboxes } from '#core/sandbox/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { TeamStore } from '#core/tenancy/web/index.ts';
import { confirm, toast } from '#core/ui/web/index.ts';
import type { ScriptContext } from './form-scripts.ts';

/** What scripts use of the app wherever a form is drawn. */
export const scriptGround = (
  bundler: Bundler,
  sandboxes: Sandboxes,
  keys: KeyMap,
  teams: TeamStore,
): Omit<ScriptContext, 'services' | 'open'> => ({
  bundler,
  sandboxes,
  confirm,
  mayBuild: () => teams.can('EditForm'),
  toast: (text, tone) => toast(text, tone === 'info' ? {} : { tone }),
  chords: () => keys.commands.flatMap(each => each.chords),
});
