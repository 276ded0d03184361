import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { MountedApp } from './app.ts';
import { appsIn, editorAppFor } from './mounts.ts';

/** Place of the person when commands of apps are offered. */
export interface CommandSituation {
  /** Word for the type of the open project, such as `Vector`; undefined outside of projects. */
  readonly projectType: string | undefined;
  /** An item is on screen, in whatever page. */
  readonly inItem: boolean;
  /** Name of the item that is open in an editor. */
  readonly edited: string | undefined;
}

/**
 * Places that a command can be run in from a palette, the nearest to the person first. Those of chosen items are
 * reached from their menus.
 */
const FARTHER: readonly AppPlace[] = ['project.page', 'project.setup', 'team.page', 'dashboard.tile'];
const IN_EDITOR: readonly AppPlace[] = ['item.editor', 'editor.panel', 'item.panel', ...FARTHER];
const ELSEWHERE: readonly AppPlace[] = ['item.panel', 'editor.panel', ...FARTHER];

/** Places of an app in which a command of it can be run from here, the nearest first; none where it cannot be run. */
export function commandPlaces(
  apps: readonly MountedApp[],
  app: MountedApp,
  { place }: Pick<MountedApp['commands'][number], 'place'>,
  situation: CommandSituation,
): readonly AppPlace[] {
  const { projectType, inItem, edited } = situation;
  const reached: Readonly<Record<AppPlace, boolean>> = {
    'team.page': true,
    'dashboard.tile': true,
    'project.page': projectType !== undefined,
    'project.setup': projectType !== undefined,
    'item.panel': projectType !== undefined && inItem,
    'editor.panel': projectType !== undefined && inItem,
    'item.editor':
      edited !== undefined && projectType !== undefined && editorAppFor(apps, edited, projectType)?.app.id === app.id,
    'items.action': false,
    'explore.action': false,
  };
  return (edited === undefined ? ELSEWHERE : IN_EDITOR).filter(
    each => (place === undefined || place === each) && reached[each] && appsIn([app], each, projectType).length > 0,
  );
}
