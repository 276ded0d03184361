import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { MountedApp } from './app.ts';

type AppMount = MountedApp['mounts'][number];

/** Places whose apps run on items that were chosen, by the menu that offers them there. */
export const ACTION_MENUS = {
  'items.action': 'items.bulk',
  'explore.action': 'explore.bulk',
} as const satisfies Partial<Record<AppPlace, string>>;
export type ActionPlace = keyof typeof ACTION_MENUS;
export const actionPlaces = Object.keys(ACTION_MENUS) as readonly ActionPlace[];

/** Returns whether an app in a place runs on chosen items. */
export const isActionPlace = (place: AppPlace): place is ActionPlace => place in ACTION_MENUS;

/** Height of an app among others where its manifest names none, CSS pixels. */
const HEIGHT = 320;

/** An app in one place. */
export interface PlacedApp {
  readonly app: MountedApp;
  readonly title: string;
  /** CSS pixels. */
  readonly height: number;
}

/**
 * Apps in a place, by their titles. `projectType` is a word such as `Vector`: apps that name types of projects appear
 * only in those.
 */
export function appsIn(apps: readonly MountedApp[], place: AppPlace, projectType?: string): readonly PlacedApp[] {
  return apps
    .flatMap(app =>
      app.mounts
        .filter(mount => mount.place === place && suits(mount, projectType))
        .slice(0, 1)
        .map(mount => ({ app, title: mount.title ?? app.name, height: mount.height ?? HEIGHT })),
    )
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}

/**
 * The app that edits items with such a name, the first by its title; undefined where the product's own editor does. An
 * app that names neither endings nor types of projects edits nothing.
 */
export function editorAppFor(
  apps: readonly MountedApp[],
  itemName: string,
  projectType: string,
): PlacedApp | undefined {
  const name = itemName.toLowerCase();
  const edits = (mount: AppMount): boolean =>
    mount.place === 'item.editor' &&
    (mount.fileEndings !== undefined || mount.projectTypes !== undefined) &&
    (mount.fileEndings === undefined || mount.fileEndings.some(each => name.endsWith(`.${each.toLowerCase()}`))) &&
    suits(mount, projectType);
  return appsIn(
    apps.filter(app => app.mounts.some(edits)).map(app => ({ ...app, mounts: app.mounts.filter(edits) })),
    'item.editor',
  )[0];
}

const suits = ({ projectTypes }: AppMount, projectType: string | undefined): boolean =>
  projectTypes === undefined ||
  projectType === undefined ||
  projectTypes.some(each => wordOf(each) === wordOf(projectType));

/**
 * The word of a type by its word or title, in any case: `Point cloud` and `point-cloud` are one. Apps made for older
 * versions name type 6 `Other`.
 */
function wordOf(projectType: string): string {
  const word = projectType.toLowerCase().replaceAll(' ', '-');
  return word === 'other' ? 'classification' : word;
}
