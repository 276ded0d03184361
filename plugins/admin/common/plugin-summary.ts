import type { InstalledPlugin } from './plugins-api.ts';

const counted = (count: number, one: string, many: string): string => (count === 0 ? '' : `${count} ${count === 1 ? one : many}`);

/** What a plugin adds, in a line: `3 pages, 1 command, 12 calls`. Empty when it adds nothing that is declared. */
export function additionsOf(plugin: Pick<InstalledPlugin, 'routes' | 'commands' | 'panels' | 'operations' | 'jobs' | 'tables'>): string {
  return [
    counted(plugin.routes.length, 'page', 'pages'), counted(plugin.commands.length, 'command', 'commands'), counted(plugin.panels.length, 'panel', 'panels'),
    counted(plugin.operations.length, 'call', 'calls'), counted(plugin.jobs.length, 'job', 'jobs'), counted(plugin.tables.length, 'table', 'tables'),
  ].filter(each => each !== '').join(', ');
}

/** Its state in a word, and how urgent it is. */
export function stateOf(plugin: Pick<InstalledPlugin, 'failed' | 'locked' | 'enabled'>): { readonly label: string; readonly tone: 'danger' | 'success' | 'muted' } {
  if (plugin.failed) return { label: 'Did not start', tone: 'danger' };
  if (plugin.locked) return { label: 'Always on', tone: 'success' };
  return plugin.enabled ? { label: 'On', tone: 'success' } : { label: 'Off', tone: 'muted' };
}
