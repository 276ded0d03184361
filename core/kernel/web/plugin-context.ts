import type { Container } from 'inversify';
import type { Disposables } from '#core/base/common/index.ts';
import { Fault } from '#core/base/common/index.ts';
import type { Api } from '#core/api/common/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { CommandRegistry } from '#core/commands/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import type { PluginApi, PluginClient, PluginHook, PluginTapOptions } from '#sdk/plugin/index.ts';
import type { PluginComponent, PluginPanelProps } from '#sdk/plugin/web/index.ts';
import type { HookOwners, Manifest } from '../common/index.ts';
import { activationsOf, findService, hookByName } from '../common/index.ts';
import type { Navigation } from './navigation.ts';
import { NavigationToken } from './navigation.ts';
import type { WebHooks } from './web-hooks.ts';
import type { WebPluginContext } from './web-plugin.ts';

/** The contributions of an active half, and its services. */
export interface Contributions {
  readonly container: Container;
  readonly disposables: Disposables;
  readonly pages: Map<string, PluginComponent>;
  readonly frames: Map<string, PluginComponent>;
  readonly panels: Map<string, PluginComponent<PluginPanelProps>>;
}

interface ContextServices {
  readonly hooks: WebHooks;
  readonly commands: CommandRegistry;
  readonly owners: HookOwners;
  readonly menusChanged: () => void;
}

/** Start of the names of menu hooks. */
const MENUS = 'core.menu.';

/** Returns the calls of a contract as functions. */
export const clientOf = <A extends PluginApi>(api: A, transport: Transport): PluginClient<A> =>
  client(api as unknown as Api, transport) as unknown as PluginClient<A>;

/**
 * Makes the context that a half is activated with. `manifest` lacks what lives in an optional plugin that is off;
 * contributions to that are left out. `declared` is the manifest as it was written.
 */
export function pluginContext(
  manifest: Manifest,
  declared: Manifest,
  active: Contributions,
  { hooks, commands, owners, menusChanged }: ContextServices,
): WebPluginContext<Manifest> {
  const { id } = manifest;
  const { container, disposables } = active;
  const declare =
    <T>(kind: 'routes' | 'frames' | 'panels', into: Map<string, T>) =>
    (name: string, load: T): void => {
      if (declared[kind]?.[name] === undefined)
        throw new Fault('MANIFEST_INVALID', `${id} contributes ${kind} ${name}, which its manifest does not declare`);
      if (manifest[kind]?.[name] !== undefined) into.set(name, load);
    };
  const assertAwake = (hook: string): void => {
    if (hook.split('.')[0] !== id && activationsOf(manifest).every(each => each === 'use'))
      throw new Fault(
        'MANIFEST_INVALID',
        `${id} taps ${hook} but only wakes at use; say in its manifest when it must be awake`,
      );
  };
  return {
    hooks,
    get: service => container.get(service),
    find: service => findService(container, service),
    page: declare('routes', active.pages),
    frame: declare('frames', active.frames),
    panel: declare('panels', active.panels),
    command(name, handler, available) {
      if (declared.commands?.[name] === undefined)
        throw new Fault('MANIFEST_INVALID', `${id} implements command ${name}, which its manifest does not declare`);
      if (manifest.commands?.[name] !== undefined)
        disposables.add(commands.implement(`${id}.${name}`, handler, available));
    },
    tap<F>(hook: PluginHook<F> | string, fn: F, options?: PluginTapOptions) {
      assertAwake(typeof hook === 'string' ? hook : hook.name);
      const found = typeof hook === 'string' ? hookByName<F>(manifest, hook, owners) : hook;
      if (found === undefined) return;
      disposables.add(found.tap(id, fn, options));
      if (found.name.startsWith(MENUS)) menusChanged();
    },
    client: api => clientOf(api, container.get<Transport>(Transport)),
    go: path => container.get<Navigation>(NavigationToken).go(path),
    teamId() {
      const { team } = container.get(TeamStore).state;
      if (team === undefined) throw new Error('No team is open.');
      return team.id;
    },
    own: disposable => void disposables.add(disposable),
  };
}

/**
 * Checks that everything declared is contributed: a dead menu item is a fault of the start.
 * @throws Fault MANIFEST_INVALID
 */
export function assertContributed(manifest: Manifest, active: Contributions, commands: CommandRegistry): void {
  const { id } = manifest;
  const check = (kind: string, declared: object | undefined, has: (name: string) => boolean): void => {
    const missing = Object.keys(declared ?? {}).find(each => !has(each));
    if (missing !== undefined)
      throw new Fault('MANIFEST_INVALID', `${id} declares ${kind} ${missing} but contributes none`);
  };
  check('route', manifest.routes, name => active.pages.has(name));
  check('frame', manifest.frames, name => active.frames.has(name));
  check('panel', manifest.panels, name => active.panels.has(name));
  check('command', manifest.commands, name => commands.has(`${id}.${name}`));
}
