import type { Contributions } from './contributions.ts';

/** A plugin in a list, for an organization or for the entire installation. */
export interface ListedPlugin extends Contributions {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly locked: boolean;
  readonly enabled: boolean;
  readonly failed: boolean;
  /** Why it is off, in a sentence; null when on. */
  readonly reason: string | null;
  readonly requiredBy: readonly string[];
  /** Newest first. */
  readonly faults: readonly { readonly at: string }[];
  readonly faultCount: number;
  readonly lastUse: string | null;
}

/** Its state in a word, and how urgent it is. */
export function stateOf(plugin: Pick<ListedPlugin, 'failed' | 'locked' | 'enabled'>): {
  readonly label: string;
  readonly tone: 'danger' | 'success' | 'muted';
} {
  if (plugin.failed) return { label: 'Did not start', tone: 'danger' };
  if (plugin.locked) return { label: 'Always on', tone: 'success' };
  return plugin.enabled ? { label: 'On', tone: 'success' } : { label: 'Off', tone: 'muted' };
}

/** Returns whether a search finds it, by title, name in the system or description. */
export const isFound = (plugin: Pick<ListedPlugin, 'id' | 'title' | 'description'>, search: string): boolean =>
  `${plugin.title} ${plugin.id} ${plugin.description}`.toLowerCase().includes(search.trim().toLowerCase());
