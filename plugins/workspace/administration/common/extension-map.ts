import type { HookPoint, InstalledPlugin } from './plugins-api.ts';

/** One thing an author may use, tap or add to. */
export interface ExtensionEntry {
  /** Anchor on the page, unique: `hook-server-items.saving`. */
  readonly anchor: string;
  readonly name: string;
  /** Its purpose, in the words of its source; empty when nobody wrote any. */
  readonly doc: string;
  /** Instructions for its use: types, address, keys. */
  readonly usage: string;
  /** Plugin it belongs to; `core` for the core. */
  readonly owner: string;
  /** Taps or callers, in a few words. */
  readonly more: string;
}

/** A kind of extension point with its entries. */
export interface ExtensionSection {
  readonly id: 'hooks' | 'panels' | 'menus' | 'commands' | 'routes' | 'operations' | 'jobs';
  readonly title: string;
  /** Instructions for plugins that take part. */
  readonly how: string;
  readonly entries: readonly ExtensionEntry[];
}

interface Sources {
  readonly hooks: readonly HookPoint[];
  readonly plugins: readonly InstalledPlugin[];
  readonly operations: readonly {
    readonly name: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    readonly access: string;
  }[];
}

const ENDED: Readonly<Record<string, string>> = {
  Notice: 'It happened; a tap cannot stop it',
  Change: 'A tap may answer a new value',
  Revision: 'A tap may answer a new value, and may wait',
  Choice: 'The first answer wins, at once',
  Question: 'The first answer wins, and may wait; a fault refuses',
  Stage: 'Everybody waits for a tap; a fault stops it',
};

const byName = (a: ExtensionEntry, b: ExtensionEntry): number =>
  a.name.localeCompare(b.name) || a.anchor.localeCompare(b.anchor);

/** Entries of a place that plugins name: the place, and who is there now. */
function places(
  kind: 'panel' | 'menu',
  used: readonly { readonly place: string; readonly by: string; readonly what: string }[],
): readonly ExtensionEntry[] {
  const found = new Map<string, string[]>();
  for (const { place, by, what } of used) found.set(place, [...(found.get(place) ?? []), `${what} (${by})`]);
  return [...found]
    .map(([place, there]) => ({
      anchor: `${kind}-${place}`,
      name: place,
      doc: '',
      usage:
        kind === 'panel' ? `panels: { name: { place: '${place}', title: '…' } }` : `menus: { '${place}': ['name'] }`,
      owner: place.includes('.') ? place.split('.')[0]! : 'core',
      more: `There now: ${there.join(', ')}`,
    }))
    .toSorted(byName);
}

/** The map of all that a plugin may take part in, from what runs. */
export function extensionMap({ hooks, plugins, operations }: Sources): readonly ExtensionSection[] {
  const operationEntries = (owner: string, each: Sources['operations'][number]): ExtensionEntry => ({
    anchor: `operation-${each.method}-${each.path}`,
    name: `${each.method} ${each.path}`,
    doc: each.summary,
    usage: `${owner}.${each.name}`,
    owner,
    more: `For ${each.access}`,
  });
  return [
    {
      id: 'hooks',
      title: 'Hooks',
      how: 'Take part in a moment that another plugin owns: tap(hook, fn).',
      entries: hooks
        .map(each => ({
          anchor: `hook-${each.half}-${each.name}`,
          name: each.name,
          doc: each.doc,
          usage: `${each.kind}<${each.parameters}>`,
          owner: each.name.split('.')[0]!,
          more: `${each.half === 'web' ? 'In the page' : 'On the server'}. ${ENDED[each.kind] ?? each.kind}.${each.taps.length === 0 ? '' : ` Tapped by ${each.taps.join(', ')}.`}`,
        }))
        .toSorted(byName),
    },
    {
      id: 'panels',
      title: 'Panel places',
      how: 'Add a piece to a page of another plugin: panels of the manifest.',
      entries: places(
        'panel',
        plugins.flatMap(plugin => plugin.panels.map(each => ({ place: each.place, by: plugin.id, what: each.title }))),
      ),
    },
    {
      id: 'menus',
      title: 'Menu places',
      how: 'Add a page or command to a menu: menus of the manifest.',
      entries: places(
        'menu',
        plugins.flatMap(plugin =>
          plugin.menus.map(each => ({ place: each.place, by: plugin.id, what: each.entries.join(', ') })),
        ),
      ),
    },
    {
      id: 'commands',
      title: 'Commands',
      how: 'Things people can do; keys and the palette run them.',
      entries: plugins
        .flatMap(plugin =>
          plugin.commands.map(each => ({
            anchor: `command-${plugin.id}.${each.name}`,
            name: `${plugin.id}.${each.name}`,
            doc: each.title,
            usage: each.keys.join(', '),
            owner: plugin.id,
            more: `For ${each.access}`,
          })),
        )
        .toSorted(byName),
    },
    {
      id: 'routes',
      title: 'Pages',
      how: 'Addresses of the product.',
      entries: plugins
        .flatMap(plugin =>
          plugin.routes.map(each => ({
            anchor: `route-${plugin.id}.${each.name}`,
            name: each.path,
            doc: each.title,
            usage: `${plugin.id}.${each.name}`,
            owner: plugin.id,
            more: `For ${each.access}`,
          })),
        )
        .toSorted(byName),
    },
    {
      id: 'operations',
      title: 'Calls',
      how: 'Calls of the server; /openapi.json has their shapes.',
      entries: [
        ...operations.map(each => operationEntries('core', each)),
        ...plugins.flatMap(plugin => plugin.operations.map(each => operationEntries(plugin.id, each))),
      ].toSorted(byName),
    },
    {
      id: 'jobs',
      title: 'Jobs',
      how: 'Long work with progress and cancel.',
      entries: plugins
        .flatMap(plugin =>
          plugin.jobs.map(each => ({
            anchor: `job-${plugin.id}.${each.name}`,
            name: `${plugin.id}.${each.name}`,
            doc: each.title,
            usage: '',
            owner: plugin.id,
            more: '',
          })),
        )
        .toSorted(byName),
    },
  ];
}

/** Sections with the entries in which every word is found; sections without any are left out. */
export function searchMap(sections: readonly ExtensionSection[], search: string): readonly ExtensionSection[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  const has = (entry: ExtensionEntry, section: ExtensionSection): boolean => {
    const text =
      `${section.title} ${entry.name} ${entry.doc} ${entry.usage} ${entry.owner} ${entry.more}`.toLowerCase();
    return words.every(word => text.includes(word));
  };
  return sections
    .map(section => ({ ...section, entries: section.entries.filter(each => has(each, section)) }))
    .filter(each => each.entries.length > 0);
}
