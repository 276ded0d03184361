import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folder in a plugin's sources that names the installation it is built with; it is not shared. */
const LINK = '.loupe';

/** Sources of a new plugin: a page that calls the server, and a command. `NAME` is its id, `TITLE` its title. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "loupe-NAME",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "scripts": {
    "build": "node .loupe/loupe.mjs plugin build ."
  }
}
`,
  'tsconfig.json': `{
  "extends": "./.loupe/tsconfig.json",
  "include": ["."],
  "exclude": ["dist"]
}
`,
  '.gitignore': '.loupe/\ndist/\nnode_modules/\n',
  'manifest.ts': `import { definePlugin } from '@loupe/sdk/plugin';

export default definePlugin({
  id: 'NAME',
  title: 'TITLE',
  description: 'What it is for, in one sentence.',
  routes: { start: { path: '/t/:teamId/NAME', title: 'TITLE', access: 'team-member', icon: 'star' } },
  commands: { open: { title: 'Open TITLE', access: 'team-member' } },
  menus: { main: [{ use: 'start', order: 900 }] },
});
`,
  'common/api.ts': `import { defineApi, z } from '@loupe/sdk/plugin';

export const api = defineApi({
  service: 'main',
  operations: {
    hello: { method: 'GET', path: '/api/v1/NAME/hello', summary: 'A greeting for the caller', access: 'team-member', reply: z.object({ text: z.string() }) },
  },
});
`,
  'server/index.ts': `import { defineServerHalf } from '@loupe/sdk/plugin/server';
import { api } from '../common/api.ts';
import manifest from '../manifest.ts';

export default defineServerHalf(manifest, {
  activate({ implement }) {
    implement(api, { hello: (_, { user, team }) => ({ text: \`Hello \${user.firstName || user.email}, this is \${team.name}.\` }) });
  },
});
`,
  'web/index.ts': `import { defineWebHalf } from '@loupe/sdk/plugin/web';
import manifest from '../manifest.ts';

export default defineWebHalf(manifest, {
  activate({ page, command, go, teamId }) {
    page('start', () => import('./start-page.tsx'));
    command('open', () => go(\`/t/\${teamId()}/NAME\`));
  },
});
`,
  'web/start-page.tsx': `import type { JSX } from 'react';
import { ErrorPanel, PageBody, PageHeader, Skeleton, Text, useApi, useQuery, useTeam } from '@loupe/sdk/plugin/web';
import { api } from '../common/api.ts';

export default function StartPage(): JSX.Element {
  const { hello } = useApi(api);
  const team = useTeam();
  const greeting = useQuery({ queryKey: ['NAME', team.id], queryFn: () => hello() });
  return (
    <>
      <PageHeader title="TITLE" />
      <PageBody>
        {greeting.error !== null ? <ErrorPanel error={greeting.error} onRetry={() => void greeting.refetch()} /> : greeting.data === undefined ? <Skeleton h={24} /> : <Text>{greeting.data.text}</Text>}
      </PageBody>
    </>
  );
}
`,
  'README.md': `# TITLE

A plugin of Loupe.

    npm run build        # writes dist/: plugin.json, server.js, web.js

Copy \`dist\` into the folder that \`PLUGINS_DIR\` names, as \`NAME/\`, and restart the server. *Administration › Plugins* says whether
it loaded, and any error. \`tsc -p .\` checks the types.

\`.loupe\` names the installation of Loupe to build with. In a fresh clone, or after moving either folder, run
\`npm run loupe -- plugin build FOLDER\` once in that installation.
`,
};

const titleOf = (name: string): string =>
  name
    .split('-')
    .map((word, index) => (index === 0 ? word[0]!.toUpperCase() + word.slice(1) : word))
    .join(' ');

/** The files of a new plugin by their paths, without those of {@link installationLink}. */
export function pluginTemplate(name: string): Readonly<Record<string, string>> {
  const title = titleOf(name);
  return Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [path, text.replaceAll('NAME', name).replaceAll('TITLE', title)]),
  );
}

/** The files of a plugin, by their paths, that lead to the installation in the folder `loupe`. */
export function installationLink(loupe: string): Readonly<Record<string, string>> {
  const at = (path: string): string => join(loupe, path);
  return {
    [`${LINK}/loupe.mjs`]: `await import(${JSON.stringify(pathToFileURL(at('core/shell/server/loupe.mjs')).href)});\n`,
    [`${LINK}/tsconfig.json`]: `${JSON.stringify(
      {
        extends: at('tsconfig.json'),
        compilerOptions: {
          types: [],
          typeRoots: [at('node_modules/@types')],
          paths: {
            '@loupe/sdk/plugin': [at('sdk/plugin/index.ts')],
            '@loupe/sdk/plugin/web': [at('sdk/plugin/web/index.ts')],
            '@loupe/sdk/plugin/server': [at('sdk/plugin/server/index.ts')],
            '#core/*': [at('core/*')],
            '#plugins/*': [at('plugins/*')],
            '#sdk/*': [at('sdk/*')],
            react: [at('node_modules/@types/react')],
            'react/jsx-runtime': [at('node_modules/@types/react/jsx-runtime')],
          },
        },
      },
      undefined,
      2,
    )}\n`,
  };
}

/**
 * The files of a new bundled plugin by their paths: those of the example in the folder `example`, under another name.
 */
export async function bundledTemplate(name: string, example: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(example, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter(each => each.isFile())
      .map(async each => {
        const path = join(each.parentPath, each.name);
        const text = (await readFile(path, 'utf8'))
          .replaceAll('team-links', name)
          .replaceAll('team_links', name.replaceAll('-', '_'))
          .replaceAll('Team links', titleOf(name));
        return [relative(example, path).replaceAll('\\', '/').replaceAll('team-links', name), text] as const;
      }),
  );
  return Object.fromEntries(files);
}
