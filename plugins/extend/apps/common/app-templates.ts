import type { AppManifest } from '#sdk/app/app-manifest.ts';
import { APP_SDK_VERSION } from '#sdk/app/app-manifest.ts';
import type { AppFiles } from './app.ts';
import { MANIFEST_FILE } from './app.ts';

/** Something to begin an app with. */
export interface AppTemplate {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly icon: string;
  readonly manifest: Omit<AppManifest, 'name' | 'sdk' | 'entry'>;
  readonly main: string;
}

const STYLE = `body { margin: 0; padding: 16px; font: 13px/1.5 system-ui, sans-serif; background: var(--loupe-background); color: var(--loupe-text); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 6px 8px; border-bottom: 1px solid var(--loupe-border); text-align: left; }
button { padding: 4px 10px; }
`;

const BLANK = `import { useAppContext } from '@loupe/sdk/app';

/** Draws the app. */
export default function App() {
  const { person, team } = useAppContext();
  return <main><h1>Hello, {person.name || person.email}</h1><p>This is an app of {team.name}.</p></main>;
}
`;

const TABLE = `import { useCall, useWorkbench } from '@loupe/sdk/app';
import { STYLE } from './style.ts';

/** The projects that the person may see. */
export default function App() {
  const workbench = useWorkbench();
  const { data, error, loading } = useCall(each => each.projects.list({ limit: 100 }), []);
  return (
    <main>
      <style>{STYLE}</style>
      {error === undefined ? undefined : <p role="alert">{error.message}</p>}
      {loading ? <p>Loading…</p> : undefined}
      {data === undefined ? undefined : (
        <table>
          <thead><tr><th>Project</th><th>Type</th><th></th></tr></thead>
          <tbody>
            {data.projects.map(each => (
              <tr key={each.id}>
                <td>{each.name}</td>
                <td>{each.type}</td>
                <td><button type="button" onClick={() => void workbench.navigate.toProject({ projectId: each.id })}>Open</button></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data?.total === 0 ? <p>You are in no project yet.</p> : undefined}
    </main>
  );
}
`;

const PANEL = `import { useAppContext, useCall } from '@loupe/sdk/app';
import { STYLE } from './style.ts';

/** Shows the number of instances of each class in an item. */
export default function App() {
  const { project, item } = useAppContext();
  const { data, error } = useCall(async workbench => {
    if (project === undefined || item === undefined) return [];
    const { document } = await workbench.annotations.get({ projectId: project.id, itemId: item.id });
    const counts = new Map<string, number>();
    for (const each of document.instances) counts.set(each.className ?? 'No class', (counts.get(each.className ?? 'No class') ?? 0) + 1);
    return [...counts];
  }, [project?.id, item?.id]);
  if (error !== undefined) return <p role="alert">{error.message}</p>;
  return (
    <main>
      <style>{STYLE}</style>
      {data?.length === 0 ? <p>Nothing is annotated yet.</p> : undefined}
      <ul>{data?.map(([name, count]) => <li key={name}>{name}: {count}</li>)}</ul>
    </main>
  );
}
`;

const TILE = `import { useCall } from '@loupe/sdk/app';
import { STYLE } from './style.ts';

/** One number that everybody should see. */
export default function App() {
  const { data, error } = useCall(workbench => workbench.projects.list({ limit: 1 }), []);
  return <main><style>{STYLE}</style>{error === undefined ? <p><strong>{data?.total ?? '…'}</strong> projects</p> : <p role="alert">{error.message}</p>}</main>;
}
`;

/** Templates of a new app, the plainest first. */
export const appTemplates: readonly AppTemplate[] = [
  {
    id: 'blank',
    title: 'Blank',
    text: 'A team page with a greeting.',
    icon: 'file',
    manifest: { mounts: [{ place: 'team.page' }], capabilities: [] },
    main: BLANK,
  },
  {
    id: 'table',
    title: 'Hello table',
    text: 'A page of the team that lists its projects.',
    icon: 'table',
    manifest: { mounts: [{ place: 'team.page' }], capabilities: ['projects.read'] },
    main: TABLE,
  },
  {
    id: 'panel',
    title: 'Panel of an item',
    text: 'Counts the annotations of the item that is open.',
    icon: 'columns',
    manifest: { mounts: [{ place: 'item.panel' }, { place: 'editor.panel' }], capabilities: ['annotations.read'] },
    main: PANEL,
  },
  {
    id: 'tile',
    title: 'Tile',
    text: 'A number above the list of projects.',
    icon: 'grid',
    manifest: { mounts: [{ place: 'dashboard.tile', height: 120 }], capabilities: ['projects.read'] },
    main: TILE,
  },
];

/** The sources of a new app. */
export function filesOfTemplate({ manifest, main, id }: AppTemplate, name: string): AppFiles {
  const written: AppManifest = {
    name: name.trim(),
    icon: 'apps',
    sdk: APP_SDK_VERSION,
    entry: 'main.tsx',
    ...manifest,
  };
  return {
    'main.tsx': main,
    ...(id === 'blank' ? {} : { 'style.ts': `export const STYLE = \`${STYLE}\`;\n` }),
    [MANIFEST_FILE]: `${JSON.stringify(written, undefined, 2)}\n`,
  };
}
