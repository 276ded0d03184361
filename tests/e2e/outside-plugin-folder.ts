import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlugin } from '../../core/shell/server/outside/build-plugin.ts';

/**
 * Fills the folder of plugins from outside: one for notes that works, one whose server does not start, two whose pages
 * fail, and a folder that is none.
 */
export async function placePlugins(plugins: string): Promise<void> {
  await buildPlugin(join(import.meta.dirname, '../../examples/storage-plugin'), join(plugins, 'team-notes'));
  const place = (id: string, files: Readonly<Record<string, string>>, manifest: object = {}): void => {
    mkdirSync(join(plugins, id));
    const halves = {
      ...('server.js' in files ? { server: 'server.js' } : {}),
      ...('web.js' in files ? { web: 'web.js' } : {}),
    };
    writeFileSync(
      join(plugins, id, 'plugin.json'),
      JSON.stringify({ sdk: 1, version: '0.3.0', manifest: { id, title: id, ...manifest }, ...halves }),
    );
    for (const [name, text] of Object.entries(files)) writeFileSync(join(plugins, id, name), text);
  };
  place('broken-server', {
    'server.js': "export default () => ({ activate() { throw new Error('this plugin is broken'); } });",
  });
  place(
    'broken-page',
    { 'web.js': "export default () => ({ activate() { throw new Error('this page is broken'); } });" },
    {
      routes: { page: { path: '/t/:teamId/broken', title: 'Broken page', access: 'team-member', icon: 'warning' } },
      menus: { main: [{ use: 'page', order: 950 }] },
    },
  );
  place(
    'torn-page',
    {
      'web.js':
        "export default () => ({ activate({ page }) { page('page', async () => ({ default() { throw new Error('this page <b>cannot</b> be drawn'); } })); } });",
    },
    {
      routes: { page: { path: '/t/:teamId/torn', title: 'Torn page', access: 'team-member', icon: 'warning' } },
      menus: { main: [{ use: 'page', order: 951 }] },
    },
  );
  mkdirSync(join(plugins, 'not-a-plugin'));
}
