import type { Container } from 'inversify';
import { Disposables, Fault } from '#core/base/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import type { MigrationSource } from '#core/data/server/index.ts';
import { AccountHooks, Members } from '#core/tenancy/server/index.ts';
import type { Manifest, ServiceToken } from '../common/index.ts';
import { findService, provideFrom, reachOf, serviceContainer, servicesIn } from '../common/index.ts';
import type { CoreHooks } from './core-hooks.ts';
import { checkOutsideOperations } from './outside-operations.ts';
import type { ContributedJob } from './plugin-context.ts';
import { pluginContext } from './plugin-context.ts';
import { PluginLedger } from './plugin-ledger.ts';
import type { ServerHalf } from './server-plugin.ts';
import { withinTime } from './within-time.ts';

/** Contributions the kernel collected from one active half. */
interface ActivePlugin {
  readonly manifest: Manifest;
  /** Its services, made at the first need: many have none, and a start would pay for each. */
  readonly container: () => Container;
  /** Takes back all it added. */
  readonly release: () => Promise<void>;
}

/** A half as the host runs it: the manifest's literal types do not matter here. */
export type AnyServerHalf = ServerHalf<Manifest>;

/**
 * Rules that apply to plugins from outside only: a fault of one is noted and it is left out, where a bundled one stops
 * the start.
 */
export interface OutsideRules {
  readonly ids: ReadonlySet<string>;
  readonly ledger: PluginLedger;
  /** Receives each that did not start. */
  readonly failed: (id: string, error: unknown) => void;
}

/** A plugin from outside must have started within this time, in milliseconds. */
const START_MS = 15_000;

/** PostgreSQL schema of a plugin. */
export const schemaOf = (plugin: string): string => plugin.replaceAll('-', '_');

/**
 * One migration source for each of the plugins whose half has migrations, enabled or not; manifests in order of
 * requirement.
 */
export function pluginMigrations(
  manifests: readonly Manifest[],
  halves: ReadonlyMap<string, AnyServerHalf>,
): readonly MigrationSource[] {
  return manifests.flatMap(({ id }) => {
    const migrations = halves.get(id)?.migrations;
    return migrations === undefined ? [] : [{ schema: schemaOf(id), migrations: modulesOf(migrations) }];
  });
}

/** Returns steps as modules; those of a glob are so already. */
const modulesOf = (migrations: NonNullable<AnyServerHalf['migrations']>): MigrationSource['migrations'] =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, each]) =>
      typeof each === 'function' ? [name, each] : [`${name}.js`, async () => ({ default: each })],
    ),
  ) as MigrationSource['migrations'];

/**
 * Activates all installed server halves once, before the server listens: requirements first, each in a child container.
 * What is switched off for an organization is refused per call, hook and job; nothing is unmounted.
 */
export class ServerPluginHost {
  readonly operations: MountedOperation[] = [];
  readonly jobs: ContributedJob[] = [];
  readonly #active: ActivePlugin[] = [];
  readonly #failed = new Set<string>();

  constructor(
    private readonly core: Container,
    private readonly hooks: CoreHooks,
    /** In order of requirement. */
    private readonly manifests: readonly Manifest[],
    private readonly halves: ReadonlyMap<string, AnyServerHalf>,
    private readonly outside: OutsideRules = { ids: new Set(), ledger: new PluginLedger(), failed: () => undefined },
  ) {}

  /**
   * Runs the migrations of plugins from outside by `run`. One whose migrations fail is left out; the others have
   * theirs.
   */
  async migrateOutside(run: (sources: readonly MigrationSource[]) => Promise<unknown>): Promise<void> {
    const attempt = async (manifests: readonly Manifest[]): Promise<void> => {
      try {
        const sources = pluginMigrations(manifests, this.halves);
        if (sources.length > 0) await run(sources);
      } catch (error) {
        if (manifests.length === 1) this.fail(manifests[0]!.id, 'migrations', error);
        else {
          // All at once is one round of questions to the database; which one is at fault shows by halving.
          const middle = Math.ceil(manifests.length / 2);
          await attempt(manifests.slice(0, middle));
          await attempt(manifests.slice(middle));
        }
      }
    };
    await attempt(
      this.manifests.filter(
        each =>
          this.outside.ids.has(each.id) &&
          this.halves.get(each.id)?.migrations !== undefined &&
          !this.#failed.has(each.id),
      ),
    );
  }

  /** Leaves a plugin from outside out, and says why. */
  fail(id: string, where: string, error: unknown): void {
    this.#failed.add(id);
    this.outside.ledger.fault(id, where, error, { ofProcess: true });
    this.outside.failed(id, error);
  }

  async activate(): Promise<void> {
    for (const manifest of this.manifests) {
      const half = this.halves.get(manifest.id);
      if (this.outside.ids.has(manifest.id)) await this.#activateOutside(manifest, half);
      else if (half !== undefined) await this.#activate(manifest, half);
    }
  }

  async #activateOutside(manifest: Manifest, half: AnyServerHalf | undefined): Promise<void> {
    const { id } = manifest;
    if (this.#failed.has(id)) return;
    const missing = manifest.requires?.find(each => this.#failed.has(each));
    if (missing !== undefined) {
      this.fail(id, 'start', new Fault('PLUGIN_MISSING', `It requires ${missing}, which did not start`));
      return;
    }
    if (half === undefined) return;
    const [operations, jobs] = [this.operations.length, this.jobs.length];
    try {
      await this.#activate(manifest, half);
      checkOutsideOperations(id, this.operations.slice(operations));
    } catch (error) {
      this.operations.length = operations;
      this.jobs.length = jobs;
      const active = this.#active.findIndex(each => each.manifest.id === id);
      if (active >= 0) await this.#active.splice(active, 1)[0]!.release();
      this.fail(id, 'start', error);
    }
  }

  /** Services of an active plugin, for the command line and tests. */
  service<T>(plugin: string, token: ServiceToken<T>): T {
    const active = this.#active.find(each => each.manifest.id === plugin);
    if (active === undefined) throw new Fault('PLUGIN_MISSING', `Plugin "${plugin}" is not active`);
    return active.container().get<T>(token);
  }

  async dispose(): Promise<void> {
    for (const active of this.#active.splice(0).reverse()) await active.release();
    this.operations.length = 0;
    this.jobs.length = 0;
  }

  async #activate(manifest: Manifest, half: AnyServerHalf): Promise<void> {
    let made: Container | undefined;
    const container = (): Container => (made ??= serviceContainer(this.core));
    const disposables = new Disposables();
    const { ledger } = this.outside;
    const fromOutside = this.outside.ids.has(manifest.id);
    for (const id of reachOf(manifest)) this.#bindProvided(id, container);
    half.bindings?.(container());
    const undone = new Set(Object.keys(manifest.jobs ?? {}));
    const context = pluginContext(manifest, {
      hooks: this.hooks,
      container,
      disposables,
      ledger,
      undone,
      owners: { core: () => this.#coreHookOwners(), providedBy: id => this.#servicesOf(id) },
      guard: (hook, fn) => (fromOutside && this.#ofProcess(hook) ? this.#guarded(manifest.id, hook, fn) : fn),
      contribute: (operations, jobs) => {
        this.operations.push(...operations);
        this.jobs.push(...jobs);
      },
    });
    this.#active.push({
      manifest,
      container,
      async release() {
        disposables.dispose();
        await made?.unbindAll();
      },
    });
    if (fromOutside) await withinTime(START_MS, 'Its start', () => half.activate(context));
    else await half.activate(context);
    const [missing] = undone;
    if (missing !== undefined)
      throw new Fault('MANIFEST_INVALID', `${manifest.id} declares job ${missing} but implements none`);
  }

  /** Moments of the whole process: a fault there would stop the server, or keep it from starting. */
  #ofProcess(hook: string): boolean {
    return [this.hooks.starting, this.hooks.stopping, this.hooks.seeding].some(each => each.name === hook);
  }

  #guarded<F>(id: string, hook: string, fn: F): F {
    const run = fn as (...args: readonly unknown[]) => unknown;
    const guarded = async (...args: readonly unknown[]): Promise<void> => {
      try {
        await withinTime(START_MS, `Its part in ${hook}`, () => run(...args));
      } catch (error) {
        this.outside.ledger.fault(id, `hook ${hook}`, error, { ofProcess: true });
      }
    };
    return guarded as F;
  }

  /** Returns the objects of the core that own hooks. */
  *#coreHookOwners(): Iterable<object> {
    yield this.hooks;
    for (const service of [Members, AccountHooks]) {
      const owner = findService<object>(this.core, service);
      if (owner !== undefined) yield owner;
    }
  }

  /** Returns the services of a plugin that others may inject; undefined when it is not installed or did not start. */
  #servicesOf(id: string): Iterable<object> | undefined {
    const active = this.#active.find(each => each.manifest.id === id);
    if (active !== undefined) return servicesIn(active.container(), this.halves.get(id)?.provides ?? []);
    return this.#failed.has(id) || !this.manifests.some(each => each.id === id) ? undefined : [];
  }

  /** Re-binds what a required plugin provides; anything else of it stays out of reach. */
  #bindProvided(id: string, into: () => Container): void {
    const provider = this.#active.find(each => each.manifest.id === id);
    if (provider === undefined) return;
    for (const service of this.halves.get(id)?.provides ?? []) provideFrom(into(), service, provider.container);
  }
}
