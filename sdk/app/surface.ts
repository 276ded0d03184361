import type { Capability } from './app-manifest.ts';
import type { Workbench, WorkbenchCalls, WorkbenchEvent } from './workbench.ts';

/**
 * Requirements of each call of `W`: a capability, or `null` for what every app may do. A call that is not in the table
 * does not compile.
 */
export type Surface<W> = {
  readonly [Group in Exclude<keyof W, 'on'>]: { readonly [Call in keyof W[Group]]: Capability | null };
};

/** Requirements of each call of an app. */
export const surface = {
  context: { get: null },
  projects: {
    list: 'projects.read',
    get: 'projects.read',
    classes: 'projects.read',
    statuses: 'projects.read',
    settings: 'projects.read',
  },
  people: { ofProject: 'people.read' },
  items: {
    list: 'items.read',
    get: 'items.read',
    make: 'items.write',
    setMetadata: 'items.write',
    setStatus: 'items.status',
  },
  files: { read: 'files.read' },
  annotations: { get: 'annotations.read', put: 'annotations.write' },
  comments: { list: 'comments.read', add: 'comments.write', reply: 'comments.write', resolve: 'comments.write' },
  explore: { search: 'explore.read', count: 'explore.read' },
  models: { list: 'language_models.run', run: 'language_models.run' },
  automations: { list: 'automations.start', start: 'automations.start', progress: 'automations.start' },
  storage: { get: 'storage', put: 'storage', getForItem: 'storage', putForItem: 'storage' },
  // What it may reach are the hosts that were granted.
  http: { fetch: null },
  ui: { toast: null, confirm: null, download: 'downloads', openLink: 'links', copy: 'clipboard' },
  navigate: { toProjects: null, toProject: null, toItem: null },
} as const satisfies Surface<Workbench>;

/** Requirements of listening to an event. */
export const eventSurface = {
  context: null,
  itemsChanged: 'items.read',
  annotationsChanged: 'annotations.read',
  command: 'commands',
} as const satisfies Readonly<Record<WorkbenchEvent, Capability | null>>;

/** A call by its full name: `items.list`. */
export type CallName = {
  [Group in keyof WorkbenchCalls & string]: `${Group}.${keyof WorkbenchCalls[Group] & string}`;
}[keyof WorkbenchCalls & string];

/** Every call with what it needs. */
export const calls: ReadonlyMap<string, Capability | null> = new Map(
  Object.entries(surface).flatMap(([group, own]) =>
    Object.entries(own).map(([call, capability]): [string, Capability | null] => [`${group}.${call}`, capability]),
  ),
);
