import type { Container } from 'inversify';
import { proxy, ref } from 'valtio';
import { Disposables, Fault } from '#core/base/common/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import type { CommandRegistry } from '#core/commands/web/index.ts';
import type { PluginActivation } from '#sdk/plugin/index.ts';
import type { PluginPanelProps } from '#sdk/plugin/web/index.ts';
import type { Manifest, ServiceToken } from '../common/index.ts';
import {
  activationsOf,
  fitManifest,
  provideFrom,
  reachOf,
  serviceContainer,
  servicesIn,
  wakesWith,
} from '../common/index.ts';
import { commandsOf } from './commands-of.ts';
import type { DeclaredMenuItem } from './declared-menu.ts';
import { declaredMenu } from './declared-menu.ts';
import type { WebHooks } from './web-hooks.ts';
import { coreHookOwners } from './core-hook-owners.ts';
import type { PlacedPanel } from './placed-panels.ts';
import { placedPanels } from './placed-panels.ts';
import type { Contributions } from './plugin-context.ts';
import { assertContributed, pluginContext } from './plugin-context.ts';
import type { WebHalf, WebPluginContext } from './web-plugin.ts';

export type AnyWebHalf = WebHalf<Manifest>;
export type LoadHalf = () => Promise<{ readonly default: AnyWebHalf }>;

export type PluginStatus = 'enabled' | 'activating' | 'active' | 'failed';

interface ActivePlugin extends Contributions {
  readonly id: string;
  readonly provides: readonly ServiceToken<unknown>[];
}

/** Knows the enabled plugins, wakes them at first use and takes them back whole. */
export class WebPluginHost {
  /** Enabled manifests in order of requirement, and each plugin's status; snapshots change as wholes. */
  readonly state = proxy<{ enabled: readonly Manifest[]; status: Record<string, PluginStatus>; menuVersion: number }>({
    enabled: ref([]),
    status: {},
    menuVersion: 0,
  });
  readonly #active = new Map<string, Promise<ActivePlugin>>();
  readonly #alive: ActivePlugin[] = [];
  readonly #withoutUse = new Set<string>();
  /** Errors of files that did not come. */
  readonly #unloaded = new WeakSet<object>();

  constructor(
    private readonly core: Container,
    private readonly hooks: WebHooks,
    private readonly commands: CommandRegistry,
    /** All installed, in order of requirement. */
    readonly manifests: readonly Manifest[],
    private readonly halves: ReadonlyMap<string, LoadHalf>,
    private readonly onPanelsChanged: () => void = () => undefined,
    /** Resolves when the page has nothing else to do. */
    private readonly pause: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /**
   * Makes these plugins the enabled ones: what is gone is disposed with its dependents, what is new can be used at
   * once, and active plugins that name one of them as optional start again.
   */
  async enable(ids: ReadonlySet<string>): Promise<void> {
    const enabled = this.manifests.filter(each => ids.has(each.id)).map(each => fitManifest(each, ids));
    const changed = this.#changedBy(ids);
    const ended = this.#alive.filter(each => changed.has(each.id));
    for (const active of [...ended].reverse()) await this.#dispose(active);
    this.state.enabled = ref(enabled);
    for (const id of Object.keys(this.state.status)) if (!ids.has(id)) delete this.state.status[id];
    for (const { id } of enabled) this.state.status[id] ??= 'enabled';
    this.commands.declare(enabled.flatMap(commandsOf));
    this.onPanelsChanged();
    await Promise.allSettled(ended.filter(each => ids.has(each.id)).map(each => this.activate(each.id)));
  }

  /** Returns the plugins that come or go, and those that hold or lack services of one of them. */
  #changedBy(ids: ReadonlySet<string>): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const each of this.manifests) {
      const wasEnabled = this.state.enabled.some(before => before.id === each.id);
      if (wasEnabled !== ids.has(each.id) || reachOf(each).some(id => changed.has(id))) changed.add(each.id);
    }
    return changed;
  }

  /**
   * Wakes the plugins that want to be awake in an organization, those of the start first: one at a time, each in a
   * pause of the page; call when the page is shown. One that fails, or never ends to wake, does not keep the others
   * asleep.
   */
  async wake(): Promise<void> {
    const { enabled } = this.state;
    const waking: Promise<unknown>[] = [];
    const wanting = (activation: PluginActivation): readonly Manifest[] =>
      enabled.filter(each => activationsOf(each).includes(activation));
    for (const { id } of [...wanting('start'), ...wanting('organization')]) {
      if (this.state.status[id] === 'active') continue;
      await this.pause();
      // The team was left meanwhile, or plugins were switched.
      if (this.state.enabled !== enabled) break;
      waking.push(this.activate(id).catch(() => undefined));
    }
    await Promise.all(waking);
  }

  /**
   * Fetches the halves of a plugin and of those it requires, and wakes nothing: what is about to be needed is there by
   * then.
   */
  fetchAhead(id: string, known: Set<string> = new Set()): void {
    if (known.has(id)) return;
    known.add(id);
    const manifest = this.manifests.find(each => each.id === id);
    for (const each of manifest === undefined ? [] : this.#enabledReach(manifest)) this.fetchAhead(each, known);
    // Whoever needs it receives its fault.
    void this.halves
      .get(id)?.()
      .catch(() => undefined);
  }

  /**
   * Wakes a plugin after those it requires. Concurrent callers share one promise; a failed one is tried again at the
   * next call.
   */
  async activate(id: string): Promise<void> {
    await this.#plugin(id);
  }

  async page(id: string, name: string): Promise<React.ComponentType> {
    return (await this.#load(id, 'pages', name)) as React.ComponentType;
  }

  async frame(id: string, name: string): Promise<React.ComponentType> {
    return (await this.#load(id, 'frames', name)) as React.ComponentType;
  }

  async panel(id: string, name: string): Promise<React.ComponentType<PluginPanelProps>> {
    return (await this.#load(id, 'panels', name)) as React.ComponentType<PluginPanelProps>;
  }

  /** Panels declared for a place, in order. Drawn from manifests: a sleeping plugin wakes when its panel is shown. */
  panels(place: string): readonly PlacedPanel[] {
    return placedPanels(this.state.enabled, place).filter(
      ({ plugin, name }) => !this.#withoutUse.has(`${plugin}.${name}`),
    );
  }

  /** Entries of a menu: from manifests first, then by the `menu` hook. The caller filters by rights. */
  menu(place: string, context: PlaceContext): readonly DeclaredMenuItem[] {
    const declared = declaredMenu(this.state.enabled, place);
    return [...this.hooks.menu.for(place).call(declared, context)].sort((a, b) => a.order - b.order);
  }

  /** Draws menus and lists of panels again. */
  menusChanged(): void {
    this.state.menuVersion += 1;
  }

  /** Keeps a panel, as `plugin.name`, away while it has nothing to say; or gives it back. */
  hidePanel(name: string, hidden: boolean): void {
    if (this.#withoutUse.has(name) === hidden) return;
    if (hidden) this.#withoutUse.add(name);
    else this.#withoutUse.delete(name);
    this.menusChanged();
  }

  container(id: string): Container | undefined {
    return this.#alive.find(each => each.id === id)?.container;
  }

  /** Disposes everything, dependents first. */
  async leave(): Promise<void> {
    await this.enable(new Set());
  }

  async #load(id: string, kind: 'pages' | 'frames' | 'panels', name: string): Promise<unknown> {
    const active = await this.#plugin(id);
    // Those that wake with it take part in what it shows from the first moment.
    await Promise.all([this.#companions(id), this.#companions(`${id}.${name}`)]);
    const load = active[kind].get(name);
    if (load === undefined) throw new Fault('MANIFEST_INVALID', `${id} has no ${kind.slice(0, -1)} ${name}`);
    return (await load()).default;
  }

  #plugin(id: string, isRequired = false): Promise<ActivePlugin> {
    let active = this.#active.get(id);
    if (active === undefined) {
      active = this.#activate(id);
      this.#active.set(id, active);
      void active.then(() => (isRequired ? this.#wakeLater(id) : this.#companions(id))).catch(() => undefined);
      active.catch(error => {
        this.#active.delete(id);
        if (this.state.status[id] !== undefined) this.state.status[id] = 'failed';
        this.hooks.failed.call(id, error, this.#unloaded.has(error as object) ? 'load' : 'activate');
      });
    }
    return active;
  }

  async #activate(id: string): Promise<ActivePlugin> {
    const manifest = this.state.enabled.find(each => each.id === id);
    if (manifest === undefined)
      throw new Fault(
        'PLUGIN_DISABLED',
        `${this.manifests.find(each => each.id === id)?.title ?? id} is switched off for your organization.`,
        { status: 404 },
      );
    this.state.status[id] = 'activating';
    const loading = this.halves.get(id)?.();
    // Its fault is reported below, after those of what it requires.
    loading?.catch((error: object) => this.#unloaded.add(error));
    // All are begun before any is waited for: their files come side by side.
    const requirements = this.#enabledReach(manifest).map(each => this.#plugin(each, true));
    for (const each of requirements) each.catch(() => undefined);
    for (const each of requirements) await each;
    const half = (await loading)?.default;
    const active: ActivePlugin = {
      id,
      provides: half?.provides ?? [],
      container: serviceContainer(this.core),
      disposables: new Disposables(),
      pages: new Map(),
      frames: new Map(),
      panels: new Map(),
    };
    try {
      for (const required of this.#enabledReach(manifest)) await this.#bindProvided(required, active.container);
      if (half !== undefined) {
        half.bindings?.(active.container);
        await half.activate(this.#context(manifest, active));
        assertContributed(manifest, active, this.commands);
      }
    } catch (error) {
      active.disposables.dispose();
      await active.container.unbindAll();
      throw error;
    }
    this.#alive.push(active);
    this.state.status[id] = 'active';
    this.hooks.activated.call(id);
    return active;
  }

  /** Wakes the plugins that say they wake with this one, or with this part of one. */
  async #companions(id: string): Promise<void> {
    const waking = this.state.enabled.filter(each => wakesWith(each, id)).map(each => this.activate(each.id));
    await Promise.allSettled(waking);
  }

  /** Wakes those that wake with a plugin which only others need as yet: one at a time, each in a pause of the page. */
  async #wakeLater(id: string): Promise<void> {
    for (const each of this.state.enabled.filter(each => wakesWith(each, id))) {
      await this.pause();
      // Plugins may have been switched meanwhile.
      if (this.state.status[each.id] === 'enabled') void this.activate(each.id).catch(() => undefined);
    }
  }

  #context(manifest: Manifest, active: ActivePlugin): WebPluginContext<Manifest> {
    const declared = this.manifests.find(each => each.id === manifest.id) ?? manifest;
    return pluginContext(manifest, declared, active, {
      hooks: this.hooks,
      commands: this.commands,
      owners: {
        core: () => coreHookOwners(this.core, this.hooks, this.commands),
        providedBy: id => this.#servicesOf(id),
      },
      menusChanged: () => this.menusChanged(),
    });
  }

  /** Returns the services of an active plugin that others may inject. */
  #servicesOf(id: string): Iterable<object> | undefined {
    const active = this.#alive.find(each => each.id === id);
    return active === undefined ? undefined : servicesIn(active.container, active.provides);
  }

  /** Returns what a plugin requires, and what of its optional ones is on. */
  #enabledReach({ requires = [], optional = [] }: Manifest): readonly string[] {
    return [...requires, ...optional.filter(id => this.state.enabled.some(each => each.id === id))];
  }

  async #bindProvided(id: string, into: Container): Promise<void> {
    const { container, provides } = await this.#plugin(id);
    for (const service of provides) provideFrom(into, service, () => container);
  }

  async #dispose(active: ActivePlugin): Promise<void> {
    this.#alive.splice(this.#alive.indexOf(active), 1);
    this.#active.delete(active.id);
    active.disposables.dispose();
    await active.container.unbindAll();
  }
}
