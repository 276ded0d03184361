import { QueryClient } from '@tanstack/react-query';
import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { isFault } from '#core/base/common/index.ts';
import { tabStore } from '#core/base/web/index.ts';
import { client, Connection, EventStream, KeptAnswers, quiet, Transport } from '#core/api/web/index.ts';
import { authApi } from '#core/auth/common/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { Embedding } from '#core/bridge/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { provide, serviceContainer } from '#core/kernel/common/index.ts';
import { MaintenanceStore } from '#core/maintenance/web/index.ts';
import type { Navigation } from '#core/kernel/web/index.ts';
import { FaultReporter, KernelClient, NavigationToken, WebHooks, WebPluginHost } from '#core/kernel/web/index.ts';
import { Bundler, Sandboxes } from '#core/sandbox/web/index.ts';
import { KeyMap, ShortcutDispatcher } from '#core/shortcuts/web/index.ts';
import type { Team } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import { halves, manifests, versions } from './discovery.ts';
import { OfflineWorker } from './offline-worker.ts';
import { pageOwner } from './page-owner.ts';
import { LoupeQueryClient } from './query-client.ts';

/** Answers of the server that entering a team needs. */
interface TeamAnswers {
  readonly team: Promise<Team> | undefined;
  readonly plugins: Promise<ReadonlySet<string>>;
}

/** On a page that is never quiet a plugin sleeps no longer, milliseconds. */
const LONGEST_PAUSE_MS = 1_000;

/** The browser's composition root: makes every core service once and holds what the router is built from. */
export class Workbench {
  readonly container = serviceContainer();
  readonly transport = new Transport();
  /** The page around this one, when there is one. */
  readonly embedding = new Embedding();
  readonly connection = new Connection(this.transport);
  readonly #offline = new OfflineWorker();
  readonly kept = new KeptAnswers(this.transport, this.#offline.ready);
  readonly session = new SessionStore(this.transport, () => this.embedding.session());
  readonly maintenance = new MaintenanceStore(this.transport, tabStore, {
    path: () => location.pathname + location.search + location.hash,
    // The router is not asked: the page it shows stays.
    show: path => history.replaceState(history.state, '', path),
  });
  readonly teams = new TeamStore(this.transport);
  readonly kernel = new KernelClient(this.transport);
  /** Faults in the web halves of plugins, on their way to the administration. */
  readonly faults = new FaultReporter({
    send: faults => this.kernel.api.reportFaults({ body: { faults: [...faults] } }),
    versionOf: plugin => versions.get(plugin),
    online: () => navigator.onLine,
  });
  readonly auth = client(authApi, this.transport);
  readonly hooks = new WebHooks();
  readonly queries = new LoupeQueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  readonly events = new EventStream(async () => (await this.teams.api.eventTicket({ body: {} })).ticket);
  readonly commands: CommandRegistry;
  readonly keys = new KeyMap();
  readonly shortcuts: ShortcutDispatcher;
  readonly host: WebPluginHost;
  /** Grows whenever the set of pages changes; the router is rebuilt then. */
  readonly state = proxy<{ version: number; teamId: number | undefined; ready: boolean; fault: unknown }>({
    version: 0,
    teamId: undefined,
    ready: false,
    fault: undefined,
  });
  #entering: Promise<void> = Promise.resolve();
  #stale = false;
  #starting: Promise<void> | undefined;
  #offlineKept = false;
  readonly #pause = (): Promise<void> => quiet(this.transport, LONGEST_PAUSE_MS);

  constructor(navigation: Navigation) {
    this.commands = new CommandRegistry({
      wake: id => this.host.activate(id),
      can: access => this.teams.can(access),
      failed: toastError,
    });
    this.shortcuts = new ShortcutDispatcher(this.commands, this.keys);
    this.host = new WebPluginHost(
      this.container,
      this.hooks,
      this.commands,
      manifests,
      halves,
      () => this.shortcuts.bind(),
      this.#pause,
    );
    const { container } = this;
    provide(container, Transport, this.transport);
    provide(container, Connection, this.connection);
    provide(container, KeptAnswers, this.kept);
    provide(container, SessionStore, this.session);
    provide(container, Embedding, this.embedding);
    provide(container, MaintenanceStore, this.maintenance);
    provide(container, TeamStore, this.teams);
    provide(container, KernelClient, this.kernel);
    provide(container, FaultReporter, this.faults);
    provide(container, WebHooks, this.hooks);
    provide(container, QueryClient, this.queries);
    provide(container, EventStream, this.events);
    provide(container, CommandRegistry, this.commands);
    provide(container, KeyMap, this.keys);
    provide(container, ShortcutDispatcher, this.shortcuts);
    provide(container, WebPluginHost, this.host);
    provide(container, Bundler, new Bundler());
    provide(container, Sandboxes, new Sandboxes());
    provide(container, NavigationToken, navigation);
    this.session.changed.tap('core', email => void this.kept.belongTo(email));
    // What was kept of earlier is shown no longer than it has to be.
    subscribeKey(this.connection.state, 'online', online => {
      if (online) void this.queries.invalidateQueries();
    });
    this.transport.hooks.failed.tap('core', fault => {
      // The page where a second step is set up; its own calls are not refused.
      if (fault.code === 'SECOND_STEP_REQUIRED' && !navigation.path.startsWith('/profile/'))
        navigation.go('/profile/security', { replace: true });
      return undefined;
    });
    this.hooks.failed.tap('core', (plugin, error, moment) => this.faults.report(plugin, moment, error));
    addEventListener('error', ({ error }: ErrorEvent) => {
      if (error instanceof Error) this.faults.report('core', 'uncaught', error);
    });
    addEventListener('unhandledrejection', ({ reason }) => {
      if (reason instanceof Error) this.faults.report('core', 'uncaught', reason);
    });
    // Don't retry: a late report would blame plugins for files that were missed while offline.
    this.transport.hooks.failed.tap('core', (_, call) =>
      call.name === 'reportFaults' ? { instead: { success: true } } : undefined,
    );
    this.hooks.starting.tap('core', () => this.embedding.begin());
    this.commands.finished.tap('core', (command, argument) => this.hooks.tracked.call(command.id, argument));
    this.events.onMessage(message => {
      if (message.type === 'plugins') void this.refreshPlugins();
      if (message.type === 'reload') void this.queries.invalidateQueries();
      if (message.type === 'maintenance') void this.maintenance.check().catch(() => undefined);
    });
    this.maintenance.onReopened(() => void this.queries.invalidateQueries());
  }

  /**
   * Begins before anything is drawn: the session, and meanwhile the files of the plugin whose page the address names.
   * Callers share one promise.
   * @throws Fault of a page around this one that may not embed it or does not answer.
   */
  start(): Promise<void> {
    if (this.#starting === undefined) {
      this.#starting = this.hooks.starting.promise().then(async () => {
        await this.session.start();
        // The session may have ended elsewhere, and the page that signed out may have gone before all was removed.
        if (this.session.state.status === 'signed-out') void this.kept.belongTo(undefined);
      });
      // Whoever awaits it receives the fault; until the page is drawn nobody does.
      this.#starting.catch(() => undefined);
      const owner = pageOwner(manifests, location.pathname);
      // Code from outside runs for those who have it only: whether one has is not known yet.
      if (owner !== undefined && !versions.has(owner)) this.host.fetchAhead(owner);
    }
    return this.#starting;
  }

  /** After sign-in: learns who the person is and enters what the address names. */
  async begin(): Promise<void> {
    const named = this.teams.teamOfAddress(location.pathname);
    // What does not depend on one another is asked at once: each way to the server and back is time that the person
    // waits.
    const asked = named === undefined ? undefined : this.#ask(named);
    const [me, teams] = await Promise.all([this.auth.me(), this.teams.load()]);
    this.teams.state.superAdmin = me.super_admin;
    const home = teams.find(each => each.is_default) ?? (teams.length === 1 ? teams[0] : undefined);
    await this.enter(named ?? this.teams.teamOfAddress(location.pathname) ?? home?.id, asked);
  }

  /** In public mode: enables the plugins with pages of public links and what those require; there is no team. */
  async beginPublic(): Promise<void> {
    const ids = new Set<string>();
    const add = (id: string): void => {
      ids.add(id);
      for (const each of manifests.find(manifest => manifest.id === id)?.requires ?? []) add(each);
    };
    for (const { id, routes = {} } of manifests)
      if (Object.values(routes).some(each => each.path.startsWith('/public/'))) add(id);
    await this.host.enable(ids);
    this.state.ready = true;
    this.state.version++;
  }

  /** Enters a team (or none): its plugins, its rights, its events. Calls queue behind one another. */
  enter(teamId: number | undefined, asked?: TeamAnswers): Promise<void> {
    this.#entering = this.#entering.then(() => this.#enter(teamId, asked));
    return this.#entering;
  }

  /**
   * A switch changed: what is gone goes at once, what is new can be used at once; the address stays. Of several changes
   * at a time the last is what counts.
   */
  async refreshPlugins(): Promise<void> {
    this.#stale = true;
    this.#entering = this.#entering
      .then(async () => {
        // Those that were reported meanwhile are in this answer already.
        if (!this.#stale) return;
        this.#stale = false;
        const ids = await this.#enabledIds(this.state.teamId);
        if (this.state.teamId !== undefined) await this.teams.enter(this.state.teamId).catch(() => undefined);
        // Nothing is awaited between the end of a plugin and the new pages: a page of it must not be drawn once more.
        await this.host.enable(ids);
        this.state.version++;
      })
      .catch(toastError);
    return this.#entering;
  }

  async #enter(teamId: number | undefined, asked: TeamAnswers | undefined): Promise<void> {
    if (this.state.ready && this.state.teamId === teamId) return;
    try {
      const before = this.state.teamId;
      if (before !== undefined) await this.hooks.leaving.promise(before);
      await this.host.leave();
      this.queries.clear();
      const answers = asked ?? this.#ask(teamId);
      const team = await answers.team;
      if (team === undefined) this.teams.leave();
      else this.teams.open(team);
      await this.host.enable(await answers.plugins);
      this.state.fault = undefined;
      this.state.teamId = teamId;
      this.events.open();
      if (teamId !== undefined) await this.hooks.entering.promise(teamId);
    } catch (error) {
      this.state.teamId = teamId;
      this.state.fault = error;
      if (isFault(error) && error.status === 404) this.teams.leave();
    }
    this.state.ready = true;
    this.state.version++;
  }

  /**
   * The page that the address names is shown: plugins that wait for nothing but the organization wake now, in its
   * pauses.
   */
  pageShown(): void {
    if (this.session.state.status === 'public') return;
    if (!this.#offlineKept) {
      this.#offlineKept = true;
      void this.#pause().then(() => this.#offline.start());
    }
    void this.host.wake();
  }

  /** Asks for a team and its plugins side by side. */
  #ask(teamId: number | undefined): TeamAnswers {
    const answers = {
      team: teamId === undefined ? undefined : this.teams.ask(teamId),
      plugins: this.#enabledIds(teamId),
    };
    // Whoever awaits them receives their faults; one may be left alone because of the other's.
    for (const each of Object.values(answers)) each?.catch(() => undefined);
    return answers;
  }

  async #enabledIds(teamId: number | undefined): Promise<ReadonlySet<string>> {
    const { data } =
      teamId === undefined
        ? await this.kernel.api.installedPlugins()
        : await this.kernel.api.teamPlugins({ params: { team_id: teamId } });
    return new Set(data.filter(each => each.enabled).map(each => each.id));
  }
}
