import { z } from '#core/api/common/index.ts';

const named = z.object({ name: z.string(), title: z.string() });

/** Contributions of a plugin, from its manifest and from the running server. */
export const contributions = z.object({
  routes: z.array(named.extend({ path: z.string(), access: z.string() })),
  commands: z.array(named.extend({ access: z.string(), keys: z.array(z.string()) })),
  panels: z.array(named.extend({ place: z.string() })),
  menus: z.array(z.object({ place: z.string(), entries: z.array(z.string()) })),
  operations: z.array(
    z.object({ name: z.string(), method: z.string(), path: z.string(), summary: z.string(), access: z.string() }),
  ),
  jobs: z.array(named),
  tables: z.array(z.string()),
});
export type Contributions = z.output<typeof contributions>;

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/**
 * Returns the contributions of a plugin in a line: `3 pages, 1 command, 12 calls`. Empty when it adds nothing that is
 * declared.
 */
export function additionsOf(plugin: Omit<Contributions, 'menus'>): string {
  return [
    counted(plugin.routes.length, 'page', 'pages'),
    counted(plugin.commands.length, 'command', 'commands'),
    counted(plugin.panels.length, 'panel', 'panels'),
    counted(plugin.operations.length, 'call', 'calls'),
    counted(plugin.jobs.length, 'job', 'jobs'),
    counted(plugin.tables.length, 'table', 'tables'),
  ]
    .filter(each => each !== '')
    .join(', ');
}
