import 'reflect-metadata';
import { Container } from 'inversify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, onHookError } from '#core/base/common/index.ts';
import type { Log, MountedOperation } from '#core/api/server/index.ts';
import { createHttpServer, EventHub, mountOperations, openApiDocument, operationsOf } from '#core/api/server/index.ts';
import { accountsApi } from '#core/accounts/common/index.ts';
import { AccountRecovery, accountsHandlers } from '#core/accounts/server/index.ts';
import type { PasswordCost, SecondFactors } from '#core/auth/server/index.ts';
import {
  authMigrations,
  authOperations,
  IdentityProof,
  openAuth,
  People,
  Sessions,
  trimAuth,
} from '#core/auth/server/index.ts';
import type { BlobDriver, Database, IncomingFiles, Keys, MigrationSource } from '#core/data/server/index.ts';
import { isFinished } from '#core/data/common/index.ts';
import { blobResponder, BlobUrls, Jobs, onCommit, SecretBox } from '#core/data/server/index.ts';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { FolderMailer, noMailer, SmtpMailer } from '#core/mail/server/index.ts';
import type { MailConfiguration, TrustedProxies } from './configuration.ts';
import { kernelApi, OUTSIDE_META } from '#core/kernel/common/index.ts';
import {
  BlobsToken,
  BlobUrlsToken,
  CacheFolderToken,
  callGuard,
  CallLimits,
  CoreHooks,
  CoreHooksToken,
  DatabaseToken,
  EventRelay,
  EventTickets,
  eventsSince,
  everyHour,
  HookDocsToken,
  IncomingToken,
  IntegrationFoldersToken,
  JobsToken,
  kernelHandlers,
  kernelMigrations,
  LogToken,
  ManifestsToken,
  ModelsFolderToken,
  PluginGate,
  PluginInventory,
  PluginInventoryToken,
  PluginLedger,
  PluginLedgerToken,
  pluginMigrations,
  MailerToken,
  PublicUrlToken,
  RequestContexts,
  RequestContextsToken,
  ServerBus,
  ServerBusToken,
  ServerPluginHost,
  trimEvents,
} from '#core/kernel/server/index.ts';
import { tenancyApi, tenancyEvents } from '#core/tenancy/common/index.ts';
import {
  Members,
  Organizations,
  SdkTokens,
  tenancyHandlers,
  tenancyMigrations,
  Teams,
} from '#core/tenancy/server/index.ts';
import { handleBus } from './bus-handlers.ts';
import type { Bundled, Installation } from './discovery.ts';
import { eventSight } from './event-sight.ts';
import { hookDocs } from './hook-docs.ts';
import { jobContext } from './job-context.ts';
import { mountAppFrame } from './app-frame-route.ts';
import { mountPluginFiles, webPluginOf } from './outside/plugin-files.ts';
import { mountStatus } from './status-routes.ts';

export interface AppOptions {
  readonly installation: Installation;
  readonly database: Database;
  readonly blobs: BlobDriver;
  /** Where uploads are received. */
  readonly incoming: IncomingFiles;
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly version: string;
  readonly log: FastifyBaseLogger;
  readonly webRoot?: string;
  readonly frameAncestors?: readonly string[];
  readonly trustProxy?: TrustedProxies;
  /** What `/metrics` asks for from other machines. */
  readonly metricsToken?: string | undefined;
  readonly pluginsOff?: ReadonlySet<string>;
  readonly jobConcurrency?: number;
  readonly limits?: CallLimits;
  /** Cost of hashing a password; the production cost when absent. Only tests set it: no configuration of an operator reaches it. */
  readonly passwordCost?: PasswordCost;
  /** Hosts, addresses and networks that are not public and may be reached all the same. */
  readonly egressAllow?: readonly string[];
  /** How mails go out; absent = not at all. */
  readonly mail?: MailConfiguration | undefined;
  /** Whether anybody may sign up; absent = no. */
  readonly signUp?: boolean;
  /** Mail domain of who runs the installation; absent = nobody's. */
  readonly providerDomain?: string | undefined;
  /** Folders of the server that integrations may read. */
  readonly integrationFolders?: readonly string[];
  /** Where models of intelligent help lie. */
  readonly modelsFolder?: string;
  /** A folder whose contents may be lost at any time. */
  readonly cacheFolder?: string;
  /** The migrations of the core and the bundled plugins, where they were begun already. */
  readonly migrating?: Promise<unknown>;
}

function mailerOf(mail: MailConfiguration | undefined, egress: Egress): Mailer {
  if (mail === undefined) return noMailer;
  return 'folder' in mail
    ? new FolderMailer(mail.folder, mail.from)
    : new SmtpMailer({ url: mail.smtpUrl, from: mail.from }, (host, port) => egress.connect(host, port));
}

/** The whole server, ready to listen or to be asked by `inject`. */
export interface App {
  readonly http: FastifyInstance;
  /** What the page is told, as the content of `meta` elements by name. */
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
    readonly contexts: RequestContexts;
    readonly jobs: Jobs;
    readonly hub: EventHub;
    readonly hooks: CoreHooks;
  };
  /** Begins to run jobs and timers. */
  start(): Promise<void>;
  /** Ends everything but the database, which its opener closes. */
  stop(): Promise<void>;
}

/** Schemas in the order of their foreign keys: the core's areas first, then the plugins. */
export function migrationSources(plugins: readonly MigrationSource[]): readonly MigrationSource[] {
  return [
    { schema: 'auth', migrations: authMigrations },
    { schema: 'tenancy', migrations: tenancyMigrations },
    { schema: 'kernel', migrations: kernelMigrations, renamesSchemas: true },
    ...plugins,
  ];
}

/** The migrations of an installation without those of its plugins from outside. */
export const bundledMigrations = ({ manifests, halves }: Bundled): readonly MigrationSource[] =>
  migrationSources(pluginMigrations(manifests, halves));

/** The organization of what a hook tells of, its first argument: a request, or something of a team such as a job. */
async function organizationOf(
  subject: unknown,
  ofTeam: (teamId: number) => Promise<number | undefined>,
): Promise<number | undefined> {
  const { organizationId, teamId } = (subject ?? {}) as {
    readonly organizationId?: unknown;
    readonly teamId?: unknown;
  };
  if (typeof organizationId === 'number') return organizationId;
  return typeof teamId === 'number' ? ofTeam(teamId).catch(() => undefined) : undefined;
}

/** The server's composition root. Migrates the database, activates all installed plugins, mounts their operations. */
export async function createApp(options: AppOptions): Promise<App> {
  const { database, installation, publicUrl } = options;
  const log = options.log as Log;
  const ledger = new PluginLedger();
  const hooks = new CoreHooks();
  const bus = new ServerBus(database, log);
  const sessionsEnded = (personId: number): void =>
    void bus
      .send('person', personId)
      .catch((error: unknown) => log.error({ err: error, person: personId }, 'the end of a session was not passed on'));
  const sdkTokens = new SdkTokens(database);
  const auth = await openAuth({
    database,
    keys: options.keys,
    publicUrl,
    async lockedOut(personId) {
      await sdkTokens.revokeAll(personId);
      onCommit(() => sessionsEnded(personId));
    },
    sessionsEnded,
    passwordCost: options.passwordCost,
  });
  const { people, sessions } = auth;
  const teams = new Teams(database, options.providerDomain);
  onHookError((error, owner, hook, subject) => {
    log.error({ err: error, plugin: owner, hook }, 'a tap failed');
    void organizationOf(subject, id => teams.organizationOf(id)).then(organizationId =>
      ledger.fault(owner, `hook ${hook}`, error, { organizationId }),
    );
  });
  const organizations = new Organizations(database, () => teams.forget());
  const members = new Members(database, people, () => {
    teams.forget();
    sdkTokens.forget();
  });
  const egress = new Egress(new EgressAllowance(options.egressAllow));
  const mailer = mailerOf(options.mail, egress);
  const recovery = new AccountRecovery({
    database,
    auth,
    organizations,
    teams,
    mailer,
    log,
    publicUrl,
    signUp: options.signUp ?? false,
  });
  const blobUrls = new BlobUrls(options.keys.blobs, '/blobs');
  const contexts = new RequestContexts(database, hooks);
  const gate = new PluginGate(installation.manifests, options.pluginsOff ?? new Set(), id => organizations.rules(id));

  const enabledFor = async (plugin: string, teamId: number): Promise<boolean> => {
    if (plugin === 'core') return true;
    return (await gate.enablement(await teams.organizationOf(teamId))).get(plugin)?.enabled === true;
  };
  const jobs = new Jobs({ database, log, concurrency: options.jobConcurrency ?? 2, enabled: enabledFor });
  const tickets = new EventTickets(database, Buffer.from(options.keys.session, 'base64url'));
  const relay = new EventRelay({
    database,
    hub: () => hub,
    log,
    delivered(event) {
      if (event.name !== tenancyEvents.teamChanged.name) return;
      teams.forget();
      sdkTokens.forget();
      void hub
        .prune(event.teamId, userId => members.includes(event.teamId, userId))
        .catch((error: unknown) => log.error({ err: error }, 'sockets were not checked'));
    },
  });
  const hub: EventHub = new EventHub({
    origins: () => [publicUrl],
    redeem: ticket => tickets.redeem(ticket),
    failed: error => log.warn({ err: error }, 'an event socket could not be opened'),
    since: (teamId, seq) => database.tenant(teamId).transaction(trx => eventsSince(trx, teamId, seq)),
    head: teamId => relay.follow(teamId),
    delivers: (teamId, event) => enabledFor(event.name.slice(0, event.name.indexOf('.')), teamId),
    sees: eventSight({ contexts, people, teams, gate, log }),
    live: ids => sessions.liveOf(ids),
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
  const core = new Container({ defaultScope: 'Singleton', jitless: true });
  const bound: readonly [unknown, unknown][] = [
    [DatabaseToken, database],
    [JobsToken, jobs],
    [BlobsToken, options.blobs],
    [IncomingToken, options.incoming],
    [BlobUrlsToken, blobUrls],
    [ServerBusToken, bus],
    [LogToken, log],
    [ManifestsToken, installation.manifests],
    [RequestContextsToken, contexts],
    [PublicUrlToken, publicUrl],
    [CoreHooksToken, hooks],
    [PluginGate, gate],
    [People, people],
    [Sessions, sessions],
    [IdentityProof, auth.proof],
    [Organizations, organizations],
    [Teams, teams],
    [Members, members],
    [SdkTokens, sdkTokens],
    [Egress, egress],
    [MailerToken, mailer],
    [SecretBox, new SecretBox(options.keys)],
    [IntegrationFoldersToken, options.integrationFolders ?? []],
    [ModelsFolderToken, options.modelsFolder ?? ''],
    [CacheFolderToken, options.cacheFolder ?? ''],
    [PluginLedgerToken, ledger],
    [PluginInventoryToken, inventory],
    [HookDocsToken, hookDocs],
  ];
  for (const [service, value] of bound) core.bind(service as never).toConstantValue(value as never);

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
  await plugins.activate();
  const makeJobContext = jobContext({ contexts, people, teams, gate, log });
  for (const job of plugins.jobs)
    jobs.define(job.plugin, job.name, async run => job.handler(run, await makeJobContext(run)));

  const operations = [
    ...authOperations(auth),
    ...operationsOf('core', accountsApi, accountsHandlers(recovery)),
    ...operationsOf('core', tenancyApi, tenancyHandlers(teams, members, tickets, blobUrls)),
    ...operationsOf('core', kernelApi, kernelHandlers(gate, jobs, installation.manifests, ledger)),
    ...plugins.operations,
  ];
  mounted = operations;
  const pageFacts: Readonly<Record<string, string>> =
    outside.length === 0
      ? {}
      : {
          [OUTSIDE_META]: JSON.stringify(
            installation.manifests
              .flatMap(({ id }) => outside.filter(each => each.manifest.id === id))
              .map(webPluginOf),
          ),
        };
  const http = await createHttpServer({
    log: options.log,
    frameAncestors: options.frameAncestors ?? [],
    trustProxy: options.trustProxy ?? false,
    publicUrl,
    pageFacts,
    ...(options.webRoot === undefined ? {} : { webRoot: options.webRoot }),
  });
  mountPluginFiles(http, outside);
  mountAppFrame(http, options.frameAncestors ?? []);
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
      limits: options.limits ?? new CallLimits(),
      async identify(authorization, authtype) {
        if (authtype === 'sdk') {
          const found = await sdkTokens.resolve(authorization);
          // A token holds the rights of its team, and none over the installation.
          return found === undefined
            ? undefined
            : { user: { ...found.caller, superAdmin: false }, credential: 'sdk', teamId: found.teamId };
        }
        const token = /^Bearer (.+)$/.exec(authorization)?.[1];
        const found = token === undefined ? undefined : await sessions.verify(token);
        return found === undefined
          ? undefined
          : { user: found.caller, credential: 'session', sessionId: found.sessionId };
      },
      teamOf: (user, teamId) => teams.standing(user, teamId),
      organizationOf: (user, organizationId) => organizations.standing(user, organizationId),
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
      contexts,
      jobs,
      hub,
      hooks,
    },
    async start() {
      following.add(await relay.start());
      following.add(await bus.start());
      await jobs.start();
      trimming = everyHour(
        () =>
          database
            .system('trim old events')
            .transaction(trimEvents)
            .then(() => tickets.trim())
            .then(() => trimAuth(auth))
            .then(() => database.tidy()),
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
      await recovery.settled();
      await hooks.stopping.promise();
      following.dispose();
      await plugins.dispose();
      await egress.close();
      await core.unbindAll();
    },
  };
}
