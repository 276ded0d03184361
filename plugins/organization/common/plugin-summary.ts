import type { InstalledPlugin } from './plugins-api.ts';

/** Its state in a word, and how urgent it is. */
export function stateOf(plugin: Pick<InstalledPlugin, 'failed' | 'locked' | 'enabled'>): { readonly label: string; readonly tone: 'danger' | 'success' | 'muted' } {
  if (plugin.failed) return { label: 'Did not start', tone: 'danger' };
  if (plugin.locked) return { label: 'Always on', tone: 'success' };
  return plugin.enabled ? { label: 'On', tone: 'success' } : { label: 'Off', tone: 'muted' };
}
