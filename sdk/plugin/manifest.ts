/**
 * When a web half wakes: at its first use, in the first pause of the first page in an organization (`start`, for what
 * people feel at once, such as keys), in a later one (`organization`), or with a plugin it requires (`projects`) or one
 * page, frame or panel of it (`projects.new`).
 */
export type PluginActivation = 'use' | 'start' | 'organization' | { readonly with: string };

/** A page. */
export interface PluginRoute {
  /** Absolute, parameters as `:name`: `/t/:teamId/notes`; below `/t/:teamId/p/:projectId/` for pages of a project. */
  readonly path: string;
  readonly title: string;
  /** Access to it: `team-member`, `signed-in`, `super-admin`, or an action of the permission tables. */
  readonly access: string;
  /**
   * Frame in which it is drawn: `workspace` when absent, `bare` without the frame, or `projects.project` inside a
   * project (requires `projects`).
   */
  readonly frame?: string;
  /** Name of an icon of the product. */
  readonly icon?: string;
  /** Its menu entry is marked for addresses that begin so as well. */
  readonly section?: string;
}

/** Something people can do: it is in the palette, and may have keys and menu entries. */
export interface PluginCommand {
  readonly title: string;
  readonly access: string;
  readonly icon?: string;
  /** Not in the palette. */
  readonly hidden?: boolean;
  /** Scope of its keys: `app` when absent. */
  readonly scope?: string;
  /** Heading among the keys; the plugin's title when absent. */
  readonly group?: string;
}

/** A piece of a page of somebody else. */
export interface PluginPanel {
  readonly place: string;
  readonly title: string;
  readonly access?: string;
  readonly icon?: string;
  /** Small first. */
  readonly order?: number;
  /** `awake`: drawn only while its plugin is awake, such as a dialog that a command of the plugin opens. */
  readonly when?: 'awake';
}

/** Long work in the background. */
export interface PluginJob {
  readonly title: string;
}

/** All that a plugin adds, as data: pages, commands and menus are drawn from it before any of its code is loaded. */
export interface PluginManifest {
  /**
   * Words of small letters with `-` between; also the name of its calls (`/api/v1/ID/…`) and, with `_`, of its tables.
   */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** Plugins that must be on. */
  readonly requires?: readonly string[];
  /** Plugins that it works with where they are on. */
  readonly optional?: readonly string[];
  /** Feature of the organization that must be on. */
  readonly feature?: string;
  /** True when absent. */
  readonly enabledByDefault?: boolean;
  /** `use` when absent. One that taps hooks must say when it is awake. */
  readonly activation?: PluginActivation | readonly PluginActivation[];
  readonly routes?: Readonly<Record<string, PluginRoute>>;
  readonly frames?: Readonly<Record<string, { readonly title: string; readonly frame?: string }>>;
  readonly commands?: Readonly<Record<string, PluginCommand>>;
  /** Command → keys such as `Ctrl+Shift+M`. */
  readonly shortcuts?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Place → names of its routes or commands; `main` is the rail, which shows up to twelve pages of one `order`: the
   * palette lists the others.
   */
  readonly menus?: Readonly<Record<string, readonly (string | { readonly use: string; readonly order?: number })[]>>;
  readonly panels?: Readonly<Record<string, PluginPanel>>;
  readonly jobs?: Readonly<Record<string, PluginJob>>;
  /**
   * Entries in lists of other plugins, by the name of the list, e.g. `projects.types`. The plugin that owns the list
   * checks them.
   */
  readonly contributes?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** Names a manifest declares of one kind: `DeclaredOf<typeof manifest, 'commands'>` is `'add'`. */
export type DeclaredOf<M extends PluginManifest, K extends 'routes' | 'commands' | 'panels' | 'jobs' | 'frames'> =
  M[K] extends Readonly<Record<string, unknown>> ? keyof M[K] & string : never;
