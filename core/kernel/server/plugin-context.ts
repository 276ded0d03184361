import type { Container } from 'inversify';
import type { Disposables } from '#core/base/common/index.ts';
import { Fault } from '#core/base/common/index.ts';
import type { Api } from '#core/api/common/index.ts';
import type { Handlers, Log, MountedOperation, RequestContext } from '#core/api/server/index.ts';
import { operationsOf } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import type { PluginHook, PluginTapOptions } from '#sdk/plugin/index.ts';
import type { HookOwners, Manifest, ServiceToken } from '../common/index.ts';
import { findService, hookByName } from '../common/index.ts';
import { checkOrganizationPath } from './call-guard.ts';
import type { CoreHooks } from './core-hooks.ts';
import type { FaultFacts, PluginLedger } from './plugin-ledger.ts';
import type { ServerPluginContext } from './server-plugin.ts';
import { JobsToken, LogToken } from './tokens.ts';

export type PluginJobHandler = (run: JobRun, context: RequestContext) => Promise<unknown>;

/** A job of a plugin, to be defined in the queue. */
export interface ContributedJob {
  readonly plugin: string;
  readonly name: string;
  readonly handler: PluginJobHandler;
}

interface ContextServices {
  readonly hooks: CoreHooks;
  /** The services of the plugin. */
  readonly container: () => Container;
  readonly disposables: Disposables;
  readonly ledger: PluginLedger;
  /** Declared jobs without an implementation so far. */
  readonly undone: Set<string>;
  readonly owners: HookOwners;
  /** Wraps a tap so that a fault of it does not end the process. */
  readonly guard: <F>(hook: string, fn: F) => F;
  readonly contribute: (operations: readonly MountedOperation[], jobs: readonly ContributedJob[]) => void;
}

const factsOf = ({ organizationId, maybeUser, requestId }: RequestContext): FaultFacts => ({
  organizationId,
  personId: maybeUser?.id,
  requestId,
});

/**
 * Makes the context that a half is activated with. Services are found at their first use: each costs every start a
 * moment.
 */
export function pluginContext(
  manifest: Manifest,
  { hooks, container, disposables, ledger, undone, owners, guard, contribute }: ContextServices,
): ServerPluginContext<Manifest> {
  const { id } = manifest;
  const get = <T>(service: ServiceToken<T>): T => container().get<T>(service);
  let log: Log | undefined;
  return {
    hooks,
    get,
    find: service => findService(container(), service),
    implement(api: Api, handlers: Handlers<Api>) {
      const operations = operationsOf(id, api, handlers);
      operations.forEach(checkOrganizationPath);
      const watched = operations.map((each): MountedOperation => ({
        ...each,
        handler: (call, request) =>
          ledger.watch(id, `${each.operation.method} ${each.operation.path}`, factsOf(request), () =>
            each.handler(call, request),
          ),
      }));
      contribute(watched, []);
    },
    job(name, handler) {
      if (!undone.delete(name))
        throw new Fault(
          'MANIFEST_INVALID',
          `${id} implements job ${name}, which its manifest does not declare (or twice)`,
        );
      const watched: PluginJobHandler = (run, request) =>
        ledger.watch(id, `job ${name}`, factsOf(request), () => handler(run, request));
      contribute([], [{ plugin: id, name, handler: watched }]);
    },
    async startJob(request, name, subject, key) {
      const job = await get(JobsToken).enqueue(undefined, {
        teamId: request.team.id,
        plugin: id,
        name,
        subject,
        creatorId: request.user.id,
        ...(key === undefined ? {} : { key }),
      });
      return job.id;
    },
    tap<F>(hook: PluginHook<F> | string, fn: F, options?: PluginTapOptions) {
      const found = typeof hook === 'string' ? hookByName<F>(manifest, hook, owners) : hook;
      if (found !== undefined) disposables.add(found.tap(id, guard(found.name, fn), options));
    },
    async fetch(url, request = {}) {
      const answer = await get(Egress).fetch(url, request);
      const text = (): Promise<string> => answer.text();
      return { status: answer.status, text, json: async () => JSON.parse(await text()) as unknown };
    },
    get log() {
      return (log ??= get(LogToken).child({ plugin: id }) as Log);
    },
    own: disposable => void disposables.add(disposable),
  };
}
