import type { PluginActivation, PluginJob, PluginManifest, PluginRoute } from '#sdk/plugin/manifest.ts';

/** A page of a bundled plugin. */
export interface Route extends PluginRoute {
  /** People who can't create projects in the team start here. */
  readonly homeFor?: 'contributors';
}

/** A job of a bundled plugin. */
export interface JobKind extends PluginJob {
  /** Begun by events and not by people: it runs with the rights of its creator and is not shown among their jobs. */
  readonly background?: boolean;
}

/**
 * A feature as pure data, read eagerly by both halves, the admin screen and the tests. What it adds to that of the SDK
 * is for bundled plugins only.
 */
export interface Manifest extends PluginManifest {
  /** Part of every installation; cannot be switched off. */
  readonly locked?: boolean;
  readonly routes?: Readonly<Record<string, Route>>;
  readonly jobs?: Readonly<Record<string, JobKind>>;
}

/** Declares a plugin, keeping literal types so that a misspelt page or command does not compile. */
export function definePlugin<const M extends Manifest>(manifest: M): M {
  return manifest;
}

/**
 * Ids of the plugins that a plugin may import from and that are active before it: required ones first, then optional
 * ones.
 */
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
export const activationsOf = ({ activation = 'use' }: Manifest): readonly PluginActivation[] =>
  Array.isArray(activation) ? (activation as readonly PluginActivation[]) : [activation as PluginActivation];

/** Returns whether a plugin wakes with another one, or with a page, frame or panel of it (`projects.new`). */
export const wakesWith = (manifest: Manifest, name: string): boolean =>
  activationsOf(manifest).some(each => typeof each === 'object' && each.with === name);
