import type { Container } from 'inversify';
import { subscribe } from 'valtio';
import { toDisposable } from '#core/base/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import type { MenuItem, PlaceContext } from '#core/commands/common/index.ts';
import type { WebPluginContext } from '#core/kernel/web/index.ts';
import { WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { MountedApp } from '../../common/app.ts';
import type { ActionPlace } from '../../common/mounts.ts';
import { ACTION_MENUS, actionPlaces, appsIn, editorAppFor } from '../../common/mounts.ts';
import manifest from '../../manifest.ts';
import { AppHost } from '../host/app-host.ts';
import { AppCommands } from './app-commands.ts';
import { MountedApps } from './mounted-apps.ts';
import { placeCommands } from './place-commands.ts';

/** Calls after which other apps may be in the places. */
const CHANGES: ReadonlySet<string> = new Set(['publishApp', 'setAppState', 'grantApp', 'rollBack', 'deleteApp']);

/** Longest time that opening an item waits for the list of apps, milliseconds. */
const LONGEST_WAIT_MS = 3_000;

/** Services of the host and the places. */
export function bindPlaces(container: Container): void {
  container.bind(AppHost).toSelf();
  container.bind(MountedApps).toSelf();
  container.bind(AppCommands).toSelf();
}

/** Puts the published apps of the team into their places. */
export async function placeApps(context: WebPluginContext<typeof manifest>): Promise<void> {
  const { get, page, panel, command, tap, hooks, own } = context;
  const apps = get(MountedApps);
  const host = get(WebPluginHost);
  const teams = get(TeamStore);
  const projects = get(ProjectStore);
  const types = get(ProjectTypes);
  const open = get(OpenItemToken);

  page('app', () => import('./app-page.tsx'));
  page('inProject', () => import('./project-app-page.tsx'));
  page('inSetup', () => import('./setup-app-page.tsx'));
  panel('ofItem', () => import('./item-apps.tsx'));
  panel('ofEditor', () => import('./editor-apps.tsx'));
  panel('onItems', () => import('./app-on-items.tsx'));
  panel('onFound', () => import('./app-on-items.tsx'));
  panel('tiles', () => import('./app-tiles.tsx'));
  command(
    'runOnItems',
    ({ appId, place, selection }: PlaceContext) =>
      apps.run({ appId: Number(appId), place: place as ActionPlace, selection: selection as Selection }),
    () => projects.state.project !== undefined,
  );

  const here = (place: AppPlace): ReturnType<typeof appsIn> =>
    appsIn(
      apps.state.apps,
      place,
      projects.state.project === undefined ? undefined : types.titleOf(projects.state.project.type),
    );
  const entries = (place: AppPlace, order: number, more: (appId: number) => Partial<MenuItem>): readonly MenuItem[] =>
    here(place).map(({ app, title }) => ({
      id: `${manifest.id}.${place}.${app.id}`,
      title,
      icon: app.icon === '' ? 'apps' : app.icon,
      order,
      ...more(app.id),
    }));
  tap(hooks.menu.for('main'), items => [
    ...items,
    ...entries('team.page', 70, id => ({ path: `/t/:teamId/apps/${id}` })),
  ]);
  tap(hooks.menu.for('project.tabs'), items => [
    ...items,
    ...entries('project.page', 70, id => ({ path: `/t/:teamId/p/:projectId/apps/${id}` })),
  ]);
  tap(hooks.menu.for('project.setup'), items => [
    ...items,
    ...entries('project.setup', 90, id => ({ path: `/t/:teamId/p/:projectId/setup/apps/${id}` })),
  ]);
  for (const place of actionPlaces)
    tap(hooks.menu.for(ACTION_MENUS[place]), items => [
      ...items,
      ...entries(place, 50, appId => ({ command: `${manifest.id}.runOnItems`, argument: { appId, place } })),
    ]);

  placeCommands(context);

  // Asked before the editors of the product, which open all items of a type of projects.
  tap(
    get(EditorHooks).choosing,
    (type, item) => {
      const placed = isLeft() ? undefined : editorAppFor(apps.state.apps as readonly MountedApp[], item.name, type);
      return placed === undefined
        ? undefined
        : async () =>
            (await import('./app-item-editor.tsx')).appItemEditor({
              placed,
              projectType: type,
              project: () => open.now?.opened.project,
              container: () => host.container(manifest.id),
              leave: () => window.location.assign(standardAddress()),
            });
    },
    { stage: -10 },
  );

  const refresh = (): void => {
    const { now } = open;
    host.hidePanel(`${manifest.id}.ofItem`, here('item.panel').length === 0);
    host.hidePanel(
      `${manifest.id}.ofEditor`,
      now === undefined || appsIn(apps.state.apps, 'editor.panel', types.titleOf(now.opened.project.type)).length === 0,
    );
    host.hidePanel(`${manifest.id}.tiles`, appsIn(apps.state.apps, 'dashboard.tile').length === 0);
  };
  refresh();
  own(
    toDisposable(
      subscribe(apps.state, () => {
        refresh();
        host.menusChanged();
      }),
    ),
  );
  own(toDisposable(subscribe(projects.state, refresh)));
  own(toDisposable(open.onChange(refresh)));
  const enter = (): void => void apps.enter(teams.state.team?.id);
  own(toDisposable(subscribe(teams.state, enter)));
  tap(get(Transport).hooks.received, (response, { name }) => {
    if (response.ok && CHANGES.has(name)) void apps.reload();
  });
  // Which app edits an item must be known when the first one is opened; a server that does not answer keeps nobody
  // waiting for long.
  await Promise.race([apps.enter(teams.state.team?.id), new Promise(resolve => setTimeout(resolve, LONGEST_WAIT_MS))]);
}

/**
 * `?editor=standard` in the address: the person opened the item in the product's own editor instead. Kept nowhere else,
 * because a page within another site may keep nothing.
 */
const isLeft = (): boolean => new URLSearchParams(window.location.search).get('editor') === 'standard';

function standardAddress(): string {
  const address = new URL(window.location.href);
  address.searchParams.set('editor', 'standard');
  return address.href;
}
