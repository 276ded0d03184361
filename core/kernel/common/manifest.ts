/**
 * When a lazy web half wakes: at first use, in the first pause of the first page in an organization (`start`), in a later one (`organization`), or with another plugin, `projects`,
 * or one page, frame or panel of it, `projects.new`.
 */
export type Activation = 'use' | 'start' | 'organization' | { readonly with: string };

/** Where a page is drawn: inside the workspace shell, alone on the screen, or inside a frame another plugin declares (`projects.project`). */
export type FrameName = 'workspace' | 'bare' | (string & {});

export interface RouteDeclaration {
  /** Absolute path of the page, parameters as `:name`. */
  readonly path: string;
  readonly title: string;
  readonly access: string;
  readonly frame?: FrameName;
  /** Name of a Tabler icon known to `core/ui`. */
  readonly icon?: string;
  /** People who can't create projects in the team start here. */
  readonly homeFor?: 'contributors';
  /** A menu entry of this route is also marked for addresses that begin so: `/t/:teamId/p/`. */
  readonly section?: string;
}

export interface CommandDeclaration {
  readonly title: string;
  readonly access: string;
  readonly icon?: string;
  /** Not offered in the command palette, e.g. because it needs an argument. */
  readonly hidden?: boolean;
  /** Where its keys work, so that two commands on the same key are found: `app` when absent, or a place such as `editor`. */
  readonly scope?: string;
  /** Heading it is listed under among the keys; the plugin's title when absent. */
  readonly group?: string;
}

export interface PanelDeclaration {
  readonly place: string;
  readonly title: string;
  readonly access?: string;
  readonly icon?: string;
  /** Small first; 0 when absent. */
  readonly order?: number;
}

export interface JobDeclaration {
  readonly title: string;
  /** Begun by events and not by people: it runs with the rights of its creator and is not shown among their jobs. */
  readonly background?: boolean;
}

/** One entry of a menu: a route or command of the same plugin, and its place in the order. */
export interface MenuEntry {
  readonly use: string;
  readonly order?: number;
}

/** A feature as pure data, read eagerly by both halves, the admin screen and the tests. */
export interface Manifest {
  /** The plugin's folder name. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** Plugins without which it makes no sense: it is off when one of them is off. */
  readonly requires?: readonly string[];
  /** Plugins that it works with where they are on. Their services are asked with `find`, which answers undefined where they are off. */
  readonly optional?: readonly string[];
  /** Organization feature that must be on. */
  readonly feature?: string;
  /** Part of every installation; cannot be switched off. */
  readonly locked?: boolean;
  /** True when absent. */
  readonly enabledByDefault?: boolean;
  /** `use` when absent; the first of several that comes. */
  readonly activation?: Activation | readonly Activation[];
  readonly routes?: Readonly<Record<string, RouteDeclaration>>;
  readonly frames?: Readonly<Record<string, { readonly title: string; readonly frame?: FrameName }>>;
  readonly commands?: Readonly<Record<string, CommandDeclaration>>;
  /** Command name → chord such as `Ctrl+S`; several chords as a list. */
  readonly shortcuts?: Readonly<Record<string, string | readonly string[]>>;
  /** Place → names of routes or commands. */
  readonly menus?: Readonly<Record<string, readonly (string | MenuEntry)[]>>;
  readonly panels?: Readonly<Record<string, PanelDeclaration>>;
  readonly jobs?: Readonly<Record<string, JobDeclaration>>;
}

/** Names a manifest declares of one kind: `Declared<typeof manifest, 'commands'>` is `'saveQuery'`. */
export type Declared<M extends Manifest, K extends 'routes' | 'commands' | 'panels' | 'jobs' | 'frames'> =
  M[K] extends Readonly<Record<string, unknown>> ? keyof M[K] & string : never;

/** Declares a plugin, keeping literal types so that a misspelt page or command does not compile. */
export function definePlugin<const M extends Manifest>(manifest: M): M {
  return manifest;
}

/** Ids of the plugins that a plugin may import from and that are active before it: required ones first, then optional ones. */
export const reachOf = ({
  requires = [],
  optional = [],
}: Pick<Manifest, 'requires' | 'optional'>): readonly string[] => [...requires, ...optional];

/** Returns the manifest without panels and commands that live in a plugin which is optional to it and off. */
export function fitManifest(manifest: Manifest, enabled: ReadonlySet<string>): Manifest {
  const absent = new Set((manifest.optional ?? []).filter(id => !enabled.has(id)));
  if (absent.size === 0) return manifest;
  const isThere = (place: string | undefined): boolean => place === undefined || !absent.has(place.split('.')[0]!);
  const panels = Object.entries(manifest.panels ?? {}).filter(([, each]) => isThere(each.place));
  const commands = Object.entries(manifest.commands ?? {}).filter(([, each]) => isThere(each.scope));
  const isKept = (name: string): boolean =>
    manifest.commands?.[name] === undefined || commands.some(([kept]) => kept === name);
  const menus = Object.entries(manifest.menus ?? {}).map(([place, entries]) => [
    place,
    entries.filter(each => isKept(typeof each === 'string' ? each : each.use)),
  ]);
  return {
    ...manifest,
    panels: Object.fromEntries(panels),
    commands: Object.fromEntries(commands),
    menus: Object.fromEntries(menus) as NonNullable<Manifest['menus']>,
  };
}

/** All that wakes the web half of a plugin, beside its use. */
export const activationsOf = ({ activation = 'use' }: Manifest): readonly Activation[] =>
  Array.isArray(activation) ? (activation as readonly Activation[]) : [activation as Activation];

/** Whether a plugin wakes with another one, or with a page, frame or panel of it (`projects.new`). */
export const wakesWith = (manifest: Manifest, name: string): boolean =>
  activationsOf(manifest).some(each => typeof each === 'object' && each.with === name);
