import type { EventEnvelope } from '#core/api/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import { EventHub } from '#core/api/server/index.ts';
import type { PluginGate, RequestContexts } from '#core/kernel/server/index.ts';
import { EventRelay, EventTickets, eventsSince } from '#core/kernel/server/index.ts';
import { tenancyEvents } from '#core/tenancy/common/index.ts';
import type { AppOptions } from './app-options.ts';
import { eventSight } from './event-sight.ts';
import type { Accounts } from './open-accounts.ts';

interface TeamEventServices {
  readonly options: AppOptions;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly contexts: RequestContexts;
  readonly gate: PluginGate;
  /** Says whether a team gets an event: its plugin is on. */
  readonly delivers: (teamId: number, event: EventEnvelope) => Promise<boolean>;
}

/** The way of events from the log to the tabs of this server. */
export interface TeamEvents {
  readonly tickets: EventTickets;
  readonly relay: EventRelay;
  readonly hub: EventHub;
}

/** Opens the way of events to the tabs; the relay must be started. */
export function openTeamEvents({ options, log, accounts, contexts, gate, delivers }: TeamEventServices): TeamEvents {
  const { database, keys, publicUrl } = options;
  const { auth, teams, members, sdkTokens } = accounts;
  const tickets = new EventTickets(database, Buffer.from(keys.session, 'base64url'));
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
    delivers,
    sees: eventSight({ contexts, people: auth.people, teams, gate, log }),
    live: ids => auth.sessions.liveOf(ids),
  });
  return { tickets, relay, hub };
}
