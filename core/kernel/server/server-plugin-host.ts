import { Container } from 'inversify';
import { Disposables, Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { operationsOf } from '#core/api/server/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import type { JobRun, MigrationSource } from '#core/data/server/index.ts';
import type { Manifest } from '../common/index.ts';
import type { CoreHooks } from './core-hooks.ts';
import type { ServerHalf, ServerPluginContext, ServiceToken } from './server-plugin.ts';

export type PluginJobHandler = (run: JobRun, context: RequestContext) => Promise<unknown>;

/** What the kernel collected from one active half. */
interface ActivePlugin {
  readonly manifest: Manifest;
  readonly container: Container;
  readonly disposables: Disposables;
}

export interface ContributedJob {
  readonly plugin: string;
  readonly name: string;
  readonly handler: PluginJobHandler;
}

/** A half as the host runs it: the manifest's literal types do not matter here. */
export type AnyServerHalf = ServerHalf<Manifest>;

/** PostgreSQL schema of a plugin. */
export const schemaOf = (plugin: string): string => plugin.replaceAll('-', '_');

/**
 * Activates all installed server halves once, before the server listens: requirements first, each in a child container.
 * What is switched off for an organization is refused per call, hook and job; nothing is unmounted.
 */
export class ServerPluginHost {
  readonly operations: MountedOperation[] = [];
  readonly jobs: ContributedJob[] = [];
  readonly #active: ActivePlugin[] = [];

  constructor(
    private readonly core: Container,
    private readonly hooks: CoreHooks,
    /** In order of requirement. */
    private readonly manifests: readonly Manifest[],
    private readonly halves: ReadonlyMap<string, AnyServerHalf>,
  ) {}

  /** One migration source per installed plugin, enabled or not. */
  migrations(): readonly MigrationSource[] {
    return this.manifests.flatMap(manifest => {
      const half = this.halves.get(manifest.id);
      return half?.migrations === undefined ? [] : [{ schema: schemaOf(manifest.id), migrations: half.migrations as MigrationSource['migrations'] }];
    });
  }

  async activate(): Promise<void> {
    for (const manifest of this.manifests) {
      const half = this.halves.get(manifest.id);
      if (half !== undefined) await this.#activate(manifest, half);
    }
  }

  /** Services of an active plugin, for the command line and tests. */
  service<T>(plugin: string, token: ServiceToken<T>): T {
    const active = this.#active.find(each => each.manifest.id === plugin);
    if (active === undefined) throw new Fault('PLUGIN_MISSING', `Plugin "${plugin}" is not active`);
    return active.container.get(token as never) as T;
  }

  async dispose(): Promise<void> {
    for (const { container, disposables } of this.#active.splice(0).reverse()) {
      disposables.dispose();
      await container.unbindAll();
    }
    this.operations.length = 0;
    this.jobs.length = 0;
  }

  async #activate(manifest: Manifest, half: AnyServerHalf): Promise<void> {
    const container = new Container({ parent: this.core, defaultScope: 'Singleton', jitless: true });
    const disposables = new Disposables();
    for (const id of manifest.requires ?? []) this.#lend(id, container);
    half.bindings?.(container);
    const declared = new Set(Object.keys(manifest.jobs ?? {}));
    const context: ServerPluginContext<Manifest> = {
      hooks: this.hooks,
      get: token => container.get(token as never),
      implement: (api, handlers) => void this.operations.push(...operationsOf(manifest.id, api, handlers)),
      job: (name, handler) => {
        if (!declared.delete(name)) throw new Fault('MANIFEST_INVALID', `${manifest.id} implements job ${String(name)}, which its manifest does not declare (or twice)`);
        this.jobs.push({ plugin: manifest.id, name, handler });
      },
      tap: (hook, fn, options) => void disposables.add(hook.tap(manifest.id, fn, options)),
      own: disposable => void disposables.add(disposable),
    };
    await half.activate(context);
    const [missing] = declared;
    if (missing !== undefined) throw new Fault('MANIFEST_INVALID', `${manifest.id} declares job ${missing} but implements none`);
    this.#active.push({ manifest, container, disposables });
  }

  /** Re-binds what a required plugin provides; anything else of it stays out of reach. */
  #lend(id: string, into: Container): void {
    const lender = this.#active.find(each => each.manifest.id === id);
    for (const token of this.halves.get(id)?.provides ?? []) {
      into.bind(token as never).toDynamicValue(() => lender!.container.get(token as never)).inSingletonScope();
    }
  }
}
