/**
 * Version of the surface that this SDK describes; an app asks for one, and a host that offers less says so. Semantic: a
 * new call raises the second number.
 */
export const APP_SDK_VERSION = '1.2';

/** Places in which an app can appear. */
export const APP_PLACES = {
  'team.page': 'A page of the team, named in the menu',
  'project.page': 'A tab of each project',
  'project.setup': 'A page of the setup of a project',
  'item.panel': 'A panel of the page of an item',
  'editor.panel': 'A panel beside the editor of an item',
  'item.editor': 'The editor of items of a kind the product does not know',
  'items.action': 'An action on the items chosen in the data tab',
  'explore.action': 'An action on the items chosen in Explore',
  'dashboard.tile': 'A tile above the list of projects',
} as const;
/** Name of a place; see APP_PLACES. */
export type AppPlace = keyof typeof APP_PLACES;

/** Capabilities of an app, in the words an admin reads when granting it. */
export const CAPABILITIES = {
  'projects.read': 'See the projects that the person may see, their classes, statuses and settings',
  'people.read': 'See names, e-mail addresses and roles of people in the team',
  'items.read': 'See items: names, statuses, who has them, item fields',
  'items.write': 'Change item fields, and make items',
  'items.status': 'Move items to another status',
  'files.read': 'Read the files of items',
  'annotations.read': 'Read annotations',
  'annotations.write': 'Change annotations',
  'comments.read': 'Read comments',
  'comments.write': 'Write and resolve comments',
  'explore.read': 'Search with the query language',
  'language_models.run': 'Ask the models of the team, which may cost money',
  'automations.start': 'Run the pipelines that the person may run on items',
  storage: 'Keep data of its own, for the team and per item',
  downloads: 'Offer files for download; the person is asked each time',
  clipboard: 'Copy text to the clipboard; the person is asked each time',
  links: 'Open web pages in a new tab; the person is asked each time',
  commands: 'Add entries to the command palette and to menus',
} as const;
/** Name of something an app may ask for; see CAPABILITIES. */
export type Capability = keyof typeof CAPABILITIES;

/** One place where the app is shown. */
export interface AppMount {
  readonly place: AppPlace;
  /** Name of the tab, panel or action; the name of the app when absent. */
  readonly title?: string;
  /**
   * Types of projects it is shown in, such as `Vector`; all when absent. Means nothing in `team.page` and
   * `dashboard.tile`.
   */
  readonly projectTypes?: readonly string[];
  /** `item.editor`: endings of the names of the items it opens, such as `wav`. */
  readonly fileEndings?: readonly string[];
  /** `dashboard.tile`, `item.panel`, `editor.panel`: height in CSS pixels, 80 to 2000; 320 when absent. */
  readonly height?: number;
}

/**
 * Something the app can be asked to do, from the command palette and from menus. Its code receives it by `onCommand` or
 * `useCommand`.
 */
export interface AppCommand {
  /** A word of letters, digits, `-`, `_` and `.`, such as `refresh`. */
  readonly id: string;
  /** Name on screen; the palette shows it under the name of the app. */
  readonly title: string;
  /** Name of an icon of the product. */
  readonly icon?: string;
  /**
   * The only place of the app it is run in. When absent it is run where the app is shown, or in the place that is
   * nearest to where the person is.
   */
  readonly place?: AppPlace;
}

/** `loupe-app.json` beside the sources of an app. */
export interface AppManifest {
  /**
   * The schema by which code editors know the file, such as `./loupe-app.schema.json`; the product does not read it.
   */
  readonly $schema?: string;
  readonly name: string;
  readonly description?: string;
  /** Name of an icon of the product, such as `apps`. */
  readonly icon?: string;
  /** Version of this SDK it was written for, such as `1.0`. */
  readonly sdk: string;
  /** Entry file: its default export is a React component, or it calls `mount`. */
  readonly entry: string;
  readonly mounts: readonly AppMount[];
  readonly capabilities: readonly Capability[];
  /** Commands of the app; needs the capability `commands`. */
  readonly commands?: readonly AppCommand[];
  /** Hosts it calls by `http`, such as `api.example.org` (https) or `http://localhost:8080`. */
  readonly hosts?: readonly string[];
}
