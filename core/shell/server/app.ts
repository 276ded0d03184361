import 'reflect-metadata';
import type { FastifyInstance } from 'fastify';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables } from '#core/base/common/index.ts';
import type { EventHub, Log, MountedOperation } from '#core/api/server/index.ts';
import { createHttpServer, mountOperations, openApiDocument, operationsOf } from '#core/api/server/index.ts';
import type { AuditChain, AuditLog } from '#core/audit/server/index.ts';
import { accountsApi, installerApi } from '#core/accounts/common/index.ts';
import { accountsHandlers } from '#core/accounts/server/index.ts';
import type { People, SecondFactors, Sessions } from '#core/auth/server/index.ts';
import { authOperations, trimAuth } from '#core/auth/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import { blobResponder, BlobUrls, Jobs } from '#core/data/server/index.ts';
import { kernelApi } from '#core/kernel/common/index.ts';
import {
  callGuard,
  CallLimits,
  CoreHooks,
  everyHour,
  kernelHandlers,
  PluginGate,
  PluginInventory,
  PluginLedger,
  RequestContexts,
  ServerBus,
  ServerPluginHost,
  trimEvents,
} from '#core/kernel/server/index.ts';
import { maintenanceApi } from '#core/maintenance/common/index.ts';
import { Maintenance, maintenanceHandlers } from '#core/maintenance/server/index.ts';
import { tenancyApi } from '#core/tenancy/common/index.ts';
import type { AccessTokens, Members, Organizations, SdkTokens, Teams } from '#core/tenancy/server/index.ts';
import { tenancyHandlers } from '#core/tenancy/server/index.ts';
import { mountAppFrame } from './app-frame-route.ts';
import type { AppOptions } from './app-options.ts';
import { handleBus } from './bus-handlers.ts';
import { identifyCaller } from './identify-caller.ts';
import { jobContext } from './job-context.ts';
import { bundledMigrations } from './migration-sources.ts';
import { openAccounts } from './open-accounts.ts';
import { openAudit } from './open-audit.ts';
import { openInstaller } from './open-installer.ts';
import { openTeamEvents } from './open-team-events.ts';
import { mountPluginFiles, pageFactsOf } from './outside/plugin-files.ts';
import { provideCore } from './provide-core.ts';
import { mountMaintenance } from './mount-maintenance.ts';
import { noteLoggedErrors } from './note-logged-errors.ts';
import { reportHookFaults } from './report-hook-faults.ts';
import { mountStatus } from './status-routes.ts';

/** The whole server, ready to listen or to be asked by `inject`. */
export interface App {
  readonly http: FastifyInstance;
  /** Contents of the `meta` elements of the page, by name. */
  readonly pageFacts: Readonly<Record<string, string>>;
  readonly operations: readonly MountedOperation[];
  readonly plugins: ServerPluginHost;
  readonly gate: PluginGate;
  readonly services: {
    readonly people: People;
    readonly sessions: Sessions;
    readonly factors: SecondFactors;
    readonly organizations: Organizations;
    readonly teams: Teams;
    readonly members: Members;
    readonly sdkTokens: SdkTokens;
    readonly accessTokens: AccessTokens;
    readonly contexts: RequestContexts;
    readonly jobs: Jobs;
    readonly hub: EventHub;
    readonly maintenance: Maintenance;
    readonly hooks: CoreHooks;
    readonly auditLog: AuditLog;
    readonly auditChain: AuditChain;
  };
  /** Begins to run jobs and timers. */
  start(): Promise<void>;
  /** Ends everything but the database, which its opener closes. */
  stop(): Promise<void>;
}

/** The server's composition root. Migrates the database, activates all installed plugins, mounts their operations. */
export async function createApp(options: AppOptions): Promise<App> {
  const { database, installation, publicUrl } = options;
  const ledger = new PluginLedger();
  const log = noteLoggedErrors(options.log as Log, ledger);
  const hooks = new CoreHooks();
  const bus = new ServerBus(database, log);
  const maintenance = new Maintenance(database, { changed: () => bus.send('maintenance', null) });
  const accounts = await openAccounts(options, bus, log);
  const { auth, teams, organizations, members, merging, sdkTokens, accessTokens, recovery, egress } = accounts;
  const { people, sessions } = auth;
  reportHookFaults(log, ledger, teams);
  const installer = openInstaller(options, accounts);
  const blobUrls = new BlobUrls(options.keys.blobs, '/blobs');
  const audit = openAudit(options, accounts, log);
  const contexts = new RequestContexts(database, hooks, context => audit.log.join(context));
  const gate = new PluginGate(installation.manifests, options.pluginsOff ?? new Set(), id => organizations.rules(id));

  const enabledFor = async (plugin: string, teamId: number): Promise<boolean> => {
    if (plugin === 'core') return true;
    return (await gate.enablement(await teams.organizationOf(teamId))).get(plugin)?.enabled === true;
  };
  const jobs = new Jobs({ database, log, concurrency: options.jobConcurrency ?? 2, enabled: enabledFor });
  const { tickets, relay, hub } = openTeamEvents({
    options,
    log,
    accounts,
    contexts,
    gate,
    delivers: (teamId, event) => enabledFor(event.name.slice(0, event.name.indexOf('.')), teamId),
  });
  hooks.committed.tap('core', (_, event) => relay.committed(event));
  const showJob = handleBus({
    bus,
    hub,
    gate,
    jobs,
    people,
    sessions,
    organizations,
    teams,
    sdkTokens,
    accessTokens,
    maintenance,
    manifests: installation.manifests,
  });
  const following = new Disposables();
  following.add(
    jobs.onChange(job => {
      if (isFinished(job.state)) hooks.jobFinished.call(job);
      showJob(job).catch((error: unknown) =>
        log.warn({ err: error, job: job.id }, 'the progress of a job was not passed on'),
      );
    }),
  );

  let mounted: readonly MountedOperation[] = [];
  const inventory = new PluginInventory({
    manifests: installation.manifests,
    outside: installation.outside?.plugins ?? new Map(),
    refused: installation.outside?.refused ?? [],
    version: options.version,
    gate,
    ledger,
    database,
    operations: () => mounted,
  });
  const core = provideCore({
    options,
    log,
    accounts,
    audit,
    contexts,
    hooks,
    bus,
    jobs,
    blobUrls,
    gate,
    ledger,
    inventory,
  });

  const outside = [...(installation.outside?.plugins.values() ?? [])];
  const halves = new Map(installation.halves);
  const plugins = new ServerPluginHost(core, hooks, installation.manifests, halves, {
    ids: new Set(outside.map(each => each.manifest.id)),
    ledger,
    failed(id, error) {
      gate.fail(id);
      log.error({ err: error, plugin: id }, 'a plugin from outside did not start');
    },
  });
  for (const { id, folder, reason } of installation.outside?.refused ?? [])
    log.error({ plugin: id, folder, reason }, 'a plugin from outside was refused');
  // Code from outside is loaded while the database works, which does so in a thread or process of its own.
  const [loaded] = await Promise.all([
    installation.outside?.loadHalves(),
    options.migrating ?? database.migrate(bundledMigrations(installation)),
  ]);
  for (const [id, half] of loaded?.halves ?? []) halves.set(id, half);
  for (const [id, error] of loaded?.unloaded ?? []) plugins.fail(id, 'loading', error);
  await plugins.migrateOutside(sources => database.migrate(sources));
  await Promise.all([plugins.activate(), maintenance.load()]);
  const makeJobContext = jobContext({ contexts, people, teams, gate, log });
  for (const job of plugins.jobs)
    jobs.define(job.plugin, job.name, async run => job.handler(run, await makeJobContext(run)));

  const operations = [
    ...authOperations(auth),
    ...operationsOf('core', accountsApi, accountsHandlers(recovery, accounts.addressChange, auth.ways, installer)),
    ...operationsOf('core', installerApi, installer.handlers()),
    ...operationsOf('core', maintenanceApi, maintenanceHandlers(maintenance)),
    ...operationsOf('core', tenancyApi, tenancyHandlers(teams, members, merging, tickets, blobUrls)),
    ...operationsOf('core', kernelApi, kernelHandlers(gate, jobs, installation.manifests, ledger)),
    ...plugins.operations,
  ];
  mounted = operations;
  const pageFacts = pageFactsOf(installation.manifests, outside);
  const http = await createHttpServer({
    log: options.log,
    frameAncestors: options.frameAncestors ?? [],
    trustProxy: options.trustProxy ?? false,
    publicUrl,
    pageFacts,
    onUnexpected: (error, route, requestId) => ledger.ofCore(route, error, { requestId }),
    ...(options.webRoot === undefined ? {} : { webRoot: options.webRoot }),
  });
  mountPluginFiles(http, outside);
  mountAppFrame(http, options.frameAncestors ?? []);
  mountMaintenance(http, maintenance);
  const status = mountStatus(http, {
    database,
    hub,
    blobs: blobResponder(options.blobs, blobUrls),
    openApi: () => openApiDocument(operations, options.version),
    version: options.version,
    metricsToken: options.metricsToken,
  });
  mountOperations(
    http,
    operations,
    callGuard({
      contexts,
      plugins: gate,
      opened: hooks.opened,
      calling: hooks.calling,
      audit: audit.log,
      limits: options.limits ?? new CallLimits(),
      refusal: (operation, caller) => maintenance.refusal(operation, caller),
      identify: identifyCaller(sdkTokens, accessTokens, sessions),
      teamOf: (user, teamId, viewed) => teams.membership(user, teamId, { silent: viewed }),
      organizationOf: (user, organizationId) => organizations.membership(user, organizationId),
    }),
  );
  hub.attach(http.server);
  await hooks.starting.promise();
  let trimming: Disposable | undefined;

  return {
    http,
    pageFacts,
    operations,
    plugins,
    gate,
    services: {
      people,
      sessions,
      factors: auth.factors,
      organizations,
      teams,
      members,
      sdkTokens,
      accessTokens,
      contexts,
      jobs,
      hub,
      maintenance,
      hooks,
      auditLog: audit.log,
      auditChain: audit.chain,
    },
    async start() {
      following.add(await relay.start());
      following.add(await bus.start());
      await jobs.start();
      audit.chain.start();
      trimming = everyHour(
        () =>
          database
            .system('trim old events')
            .transaction(trimEvents)
            .then(() => tickets.trim())
            .then(() => trimAuth(auth))
            .then(() => jobs.trim(options.jobRetentionDays ?? 90)),
        error => log.error({ err: error }, 'the hourly clean-up failed'),
      );
    },
    async stop() {
      trimming?.dispose();
      // Requests on the wire are still answered: closing at once would cut connections whose request was not read yet.
      if (http.server.listening) await status.drain();
      hub.stop();
      await http.close();
      await jobs.stop();
      await accounts.accountMails.settled();
      await audit.log.settled();
      await audit.chain.stop();
      await hooks.stopping.promise();
      following.dispose();
      await plugins.dispose();
      await egress.close();
      await core.unbindAll();
    },
  };
}
