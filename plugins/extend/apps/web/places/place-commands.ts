import { toDisposable } from '#core/base/common/index.ts';
import type { MenuItem, PlaceContext } from '#core/commands/common/index.ts';
import type { WebPluginContext } from '#core/kernel/web/index.ts';
import { NavigationToken } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { MountedApp } from '../../common/app.ts';
import { commandPlaces } from '../../common/command-places.ts';
import { ACTION_MENUS, actionPlaces, appsIn, isActionPlace } from '../../common/mounts.ts';
import manifest from '../../manifest.ts';
import { messages } from '../messages.ts';
import { AppCommands } from './app-commands.ts';
import { MountedApps } from './mounted-apps.ts';

/** Puts the commands of published apps into the palette and the menus of chosen items, and runs them. */
export function placeCommands({ get, command, tap, hooks, own }: WebPluginContext<typeof manifest>): void {
  const apps = get(MountedApps);
  const commands = get(AppCommands);
  const navigation = get(NavigationToken);
  const teams = get(TeamStore);
  const projects = get(ProjectStore);
  const types = get(ProjectTypes);
  const open = get(OpenItemToken);

  own(toDisposable(() => commands.forget()));

  /** The open project, or that of the item in the editor, which may be the only thing that is open. */
  const projectHere = (): { readonly id: number; readonly type: number } | undefined =>
    open.now?.opened.project ?? projects.state.project;
  /**
   * Opens an app in a place; `about` is what the menu was about. False when the person was asked before leaving and
   * stayed.
   */
  const openIn = async (place: AppPlace, appId: number, about: PlaceContext): Promise<boolean> => {
    const inTeam = `/t/${teams.state.team?.id}`;
    const inProject = `${inTeam}/p/${projectHere()?.id}`;
    const item = `${inProject}/item/${String(about['itemId'])}`;
    if (place === 'team.page') return navigation.visit(`${inTeam}/apps/${appId}`);
    if (place === 'dashboard.tile') return navigation.visit(`${inTeam}/projects`);
    if (place === 'project.page') return navigation.visit(`${inProject}/apps/${appId}`);
    if (place === 'project.setup') return navigation.visit(`${inProject}/setup/apps/${appId}`);
    if (place === 'item.panel') return navigation.visit(`${item}/details?tab=${manifest.id}.ofItem`);
    if (place === 'editor.panel') {
      open.showPanel(`${manifest.id}.ofEditor`);
      if (open.now === undefined) return navigation.visit(item);
    }
    if (isActionPlace(place)) apps.run({ appId, place, selection: about['selection'] as Selection });
    return true;
  };

  command('runCommand', about => {
    const { appId, commandId, places } = about as {
      readonly appId: number;
      readonly commandId: string;
      readonly places: readonly AppPlace[];
    };
    const app = apps.state.apps.find(each => each.id === appId);
    const chosen = app?.commands.find(each => each.id === commandId);
    if (app === undefined || chosen === undefined)
      return void toast(messages.placeCommands.commandIsNoLongerOffered, { tone: 'error' });
    return commands.run(
      { appId, id: commandId, places },
      place => openIn(place, appId, about),
      () => toast(messages.placeCommands.nameDidNotStart(app.name, chosen.title), { tone: 'error' }),
    );
  });

  const entry = (
    app: MountedApp,
    { id, title, icon }: MountedApp['commands'][number],
    places: readonly AppPlace[],
  ): MenuItem => ({
    id: `${manifest.id}.command.${app.id}.${id}`,
    title,
    group: app.name,
    order: 60,
    icon: icon ?? (app.icon === '' ? 'apps' : app.icon),
    command: `${manifest.id}.runCommand`,
    argument: { appId: app.id, commandId: id, places },
  });
  const typeHere = (): string | undefined => {
    const project = projectHere();
    return project === undefined ? undefined : types.titleOf(project.type);
  };
  tap(hooks.menu.for('palette'), (items, params) => {
    const situation = {
      projectType: params['projectId'] === undefined ? undefined : typeHere(),
      inItem: params['itemId'] !== undefined,
      edited: open.now?.opened.item.name,
    };
    return [
      ...items,
      ...apps.state.apps.flatMap(app =>
        app.commands.flatMap(each => {
          const places = commandPlaces(apps.state.apps, app, each, situation);
          return places.length === 0 ? [] : [entry(app, each, places)];
        }),
      ),
    ];
  });
  // Beside the name of the command that of the app: there is no heading here that names its owner.
  for (const action of actionPlaces) {
    tap(hooks.menu.for(ACTION_MENUS[action]), items => [
      ...items,
      ...appsIn(apps.state.apps, action, typeHere()).flatMap(({ app }) =>
        app.commands
          .filter(
            ({ place }) =>
              place === action || (place === undefined && app.mounts.every(each => isActionPlace(each.place))),
          )
          .map(each => ({ ...entry(app, each, [action]), title: `${app.name}: ${each.title}` })),
      ),
    ]);
  }
}
