import { Fault } from '#core/base/common/index.ts';
import type { Manifest } from './manifest.ts';
import { activationsOf, reachOf } from './manifest.ts';

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const RESERVED = new Set(['core', 'workspace', 'bare']);

/**
 * Checks all manifests together and gives them in order of requirement (a plugin after those it requires or names as
 * optional, else by id). Throws `MANIFEST_INVALID` naming the plugin and the mistake; the process must not start then.
 */
export function validateManifests(
  manifests: readonly Manifest[],
  isAction: (name: string) => boolean,
): readonly Manifest[] {
  const fail = (id: string, what: string): never => {
    throw new Fault('MANIFEST_INVALID', `Plugin "${id}" ${what}`);
  };
  const byId = new Map<string, Manifest>();
  for (const each of manifests) {
    if (!ID.test(each.id) || RESERVED.has(each.id)) fail(each.id, 'has an id that is not a plain kebab-case name');
    if (byId.has(each.id)) fail(each.id, 'is there twice');
    byId.set(each.id, each);
  }
  const frames = new Set([
    'workspace',
    'bare',
    ...manifests.flatMap(each => Object.keys(each.frames ?? {}).map(name => `${each.id}.${name}`)),
  ]);
  const paths = new Map<string, string>();
  for (const each of manifests) {
    for (const id of each.requires ?? []) if (!byId.has(id)) fail(each.id, `requires "${id}", which is not installed`);
    for (const id of each.optional ?? [])
      if ((each.requires ?? []).includes(id)) fail(each.id, `names "${id}" as required and as optional`);
    if (each.locked === true)
      for (const id of each.requires ?? [])
        if (byId.get(id)?.locked !== true) fail(each.id, `is locked but requires "${id}", which is not`);
    for (const activation of activationsOf(each)) {
      if (typeof activation !== 'object') continue;
      const [plugin, part] = activation.with.split('.') as [string, string?];
      if (!reachOf(each).includes(plugin))
        fail(each.id, `wakes with "${activation.with}" but names it neither as required nor as optional`);
      const other = byId.get(plugin);
      if (
        part !== undefined &&
        other !== undefined &&
        ![other.routes, other.frames, other.panels].some(declared => declared !== undefined && part in declared)
      )
        fail(each.id, `wakes with "${activation.with}", which "${plugin}" does not declare as a page, frame or panel`);
    }
    const reach = new Set([each.id, ...(each.requires ?? [])]);
    const checkFrame = (frame: string | undefined, what: string): void => {
      if (frame === undefined) return;
      if (!frames.has(frame)) fail(each.id, `${what} is in frame "${frame}", which no plugin declares`);
      const owner = frame.split('.')[0]!;
      if (frame.includes('.') && !reach.has(owner))
        fail(each.id, `${what} is in a frame of "${owner}" but does not require it`);
    };
    for (const [name, route] of Object.entries(each.routes ?? {})) {
      const shape = route.path.replace(/:[a-zA-Z_]+/g, ':');
      const other = paths.get(shape);
      if (other !== undefined) fail(each.id, `declares route ${name} on ${route.path}, which ${other} has already`);
      paths.set(shape, `${each.id}.${name}`);
      if (!route.path.startsWith('/')) fail(each.id, `declares route ${name} whose path does not start with /`);
      if (!isAction(route.access)) fail(each.id, `declares route ${name} with unknown access "${route.access}"`);
      checkFrame(route.frame, `route ${name}`);
    }
    for (const [name, frame] of Object.entries(each.frames ?? {})) checkFrame(frame.frame, `frame ${name}`);
    for (const [name, command] of Object.entries(each.commands ?? {}))
      if (!isAction(command.access)) fail(each.id, `declares command ${name} with unknown access "${command.access}"`);
    for (const [name, panel] of Object.entries(each.panels ?? {}))
      if (panel.access !== undefined && !isAction(panel.access))
        fail(each.id, `declares panel ${name} with unknown access "${panel.access}"`);
    for (const name of Object.keys(each.shortcuts ?? {}))
      if (each.commands?.[name] === undefined)
        fail(each.id, `declares a shortcut for "${name}", which is no command of it`);
    for (const [place, entries] of Object.entries(each.menus ?? {})) {
      for (const entry of entries) {
        const name = typeof entry === 'string' ? entry : entry.use;
        if (each.routes?.[name] === undefined && each.commands?.[name] === undefined)
          fail(each.id, `puts "${name}" into menu ${place}, which is no route or command of it`);
      }
    }
  }

  const ordered: Manifest[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (manifest: Manifest, chain: readonly string[]): void => {
    if (state.get(manifest.id) === 'done') return;
    if (state.get(manifest.id) === 'open')
      fail(manifest.id, `requires itself through ${[...chain, manifest.id].join(' → ')}`);
    state.set(manifest.id, 'open');
    for (const id of reachOf(manifest)) {
      const other = byId.get(id);
      if (other !== undefined) visit(other, [...chain, manifest.id]);
    }
    state.set(manifest.id, 'done');
    ordered.push(manifest);
  };
  for (const each of [...manifests].sort((a, b) => (a.id < b.id ? -1 : 1))) visit(each, []);
  return ordered;
}
