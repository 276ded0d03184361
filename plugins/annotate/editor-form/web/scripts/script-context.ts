import type { Bundler, Sandboxes } from '#core/sandbox/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { TeamStore } from '#core/tenancy/web/index.ts';
import { confirm, toast } from '#core/ui/web/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import type { FormServices } from '../kit/form-services.ts';

/** Services of the app for scripts. */
export interface ScriptContext {
  readonly bundler: Bundler;
  readonly sandboxes: Sandboxes;
  /** The open item; undefined in a preview. */
  readonly open: Pick<OpenItem, 'now'>;
  readonly services: FormServices;
  /** Returns whether the person may build forms: they receive more. */
  readonly mayBuild: () => boolean;
  readonly toast: (text: string, tone: 'info' | 'success' | 'error') => void;
  readonly confirm: (question: {
    readonly title: string;
    readonly text: string;
    readonly action: string;
  }) => Promise<boolean>;
  readonly chords: () => readonly string[];
}

/** Returns the services of the app for scripts, wherever a form is drawn. */
export const scriptSurroundings = (
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
