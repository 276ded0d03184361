import { setTimeout as pause } from 'node:timers/promises';
import type { MountedOperation } from '#core/api/server/index.ts';
import type { Answer, TestApp } from '../../../support/test-app.ts';
import { slice } from '../../../support/run-plan.ts';
import type { FuzzCall, Place } from './fuzz-call.ts';
import { makeCall, operationName, send } from './fuzz-call.ts';
import { isNotInstalled } from '../not-installed.ts';
import { NOTHING } from './absent-ids.ts';
import type { IdKind, Ids } from './id-kinds.ts';
import type { Source } from './sample-input.ts';
import { changedTables, teamDigest } from './team-digest.ts';
import type { Role, World } from './world.ts';

/** Findings of a run of the matrix. */
export interface Findings {
  /** Each breach in words; must be empty. */
  readonly breaches: readonly string[];
  /** Operations for which an id has no generator. */
  readonly unknown: readonly string[];
  /**
   * Operations that answered somebody with own ids with success, or with the want of a program that is not installed.
   */
  readonly reached: ReadonlySet<string>;
  readonly requests: number;
}

export interface Fuzz {
  readonly attackers: readonly Role[];
  /** Team of the attackers; undefined for people of neither team. */
  readonly own?: World;
  readonly victim: World;
  /**
   * Also calls everything with own ids, which uses up the own team: as the owner and one more role that the seed of the
   * run chooses; as each of the others what no role before it could call. In the long run as every role.
   */
  readonly ownCalls?: boolean;
  /** Operations that nobody can bring to success. */
  readonly neverReached?: readonly string[];
  /**
   * Number of pairs of a role and a mixture of ids this run tries, chosen by its seed under `title`; all in the long
   * run.
   */
  readonly title: string;
  readonly pairs: number;
  /** Uploaded bytes. */
  readonly bytes: Buffer;
}

/** Kinds that name nothing secret by themselves, or that only select: alone they make no foreign call. */
const NOT_FOREIGN: ReadonlySet<IdKind> = new Set(['version']);

/**
 * Calls that answer the same whatever they name, also what does not exist. Reported actions count for teams of the
 * caller alone.
 */
const SAME_FOR_ALL: ReadonlySet<string> = new Set([
  'samlMetadata',
  'samlResponse',
  'samlLogout',
  'samlLogoutByPost',
  'samlLogoutForm',
  'backchannelLogout',
  'reportActions',
]);

/** Secrets that callers have sent: the audit log of their own team repeats what they sent. */
const sentSecrets = new Set<string>();

/** Calls after which a way to call, somebody, or the whole team is gone. */
const LAST: readonly string[] = [
  'generateSdkToken',
  'revokeSdkToken',
  'transferTeam',
  'leaveTeam',
  'deleteTeam',
  'endSession',
  'userSignOut',
];

/**
 * Own calls come in this order, so that each still finds what it works on. A digest, which reads every table, is made
 * after each group.
 */
const PARTS: readonly (readonly ((name: string) => boolean)[])[] = [
  [name => !REMOVES.test(name) && !/restore/i.test(name) && !LAST.includes(name)],
  [
    name => REMOVES.test(name) && name !== 'deleteProject' && !LAST.includes(name),
    name => /restore/i.test(name) && name !== 'restoreProject',
  ],
  [name => name === 'deleteProject', name => name === 'restoreProject'],
  LAST.map(last => (name: string) => name === last),
];
const REMOVES =
  /delete|remove|unshare|revoke|cancel|signOut|unassign|changePassword|disable|generateSdkToken|endSession/i;

interface Way {
  readonly name: string;
  readonly source: (ids: Ids) => Source;
  readonly place: (ids: Ids) => Place;
}

/** Calls every operation as every role with own ids and with ids of `victim`, in every mixture, and compares. */
export async function fuzzTenants(
  app: TestApp,
  operations: readonly MountedOperation[],
  { attackers, own, victim, ownCalls = true, neverReached = [], title, pairs, bytes }: Fuzz,
): Promise<Findings> {
  await atRest(app, victim.team.id);
  const breaches: string[] = [];
  const unknown = new Set<string>();
  const reached = new Set<string>();
  let requests = 0;
  const ownIds = own?.ids ?? {};
  const ownTeam = own?.team.id;
  const ways: readonly Way[] = [
    {
      name: 'their ids in the own team',
      source: ids => ({ ids }),
      place: ids => ({ teamId: ownTeam, projectId: ids.project?.[0] as number }),
    },
    {
      name: 'their ids in their team',
      source: ids => ({ ids }),
      place: ids => ({ teamId: ids.team?.[0] as number, projectId: ids.project?.[0] as number }),
    },
    ...(own === undefined
      ? []
      : [
          {
            name: 'their ids in the own project',
            source: (ids: Ids) => ({
              ids,
              instead: { project: ownIds.project, team: ownIds.team, folder: ownIds.folder } as Ids,
            }),
            place: () => ({ teamId: ownTeam, projectId: ownIds.project?.[0] as number }),
          },
          {
            name: 'their item in the own project and folder',
            source: (ids: Ids) => ({
              ids: ownIds,
              instead: {
                item: ids.item,
                itemName: ids.itemName,
                class: ids.class,
                contributor: ids.contributor,
                job: ids.job,
                export: ids.export,
                secondExport: ids.secondExport,
                integration: ids.integration,
                credential: ids.credential,
                model: ids.model,
                app: ids.app,
                import: ids.import,
                secondImport: ids.secondImport,
              } as Ids,
            }),
            place: () => ({ teamId: ownTeam, projectId: ownIds.project?.[0] as number }),
          },
        ]),
  ];
  const judge = (caller: string, name: string, made: FuzzCall, answer: Answer): void => {
    const what = `${caller}: ${name}`;
    if (answer.status >= 500 && !isNotInstalled(answer))
      breaches.push(`${what} answered ${answer.status}: ${answer.raw.toString().slice(0, 300)}`);
    const text = `${answer.raw.toString()} ${JSON.stringify(answer.headers)}`.toLowerCase();
    const sent = `${decodeURIComponent(made.url)} ${JSON.stringify(made.body ?? '')}`.toLowerCase();
    for (const each of victim.secrets) if (sent.includes(each.toLowerCase())) sentSecrets.add(each);
    const repeats = name.startsWith('audit.');
    const leaked = victim.secrets.find(
      each => withoutSent(text, sent, each.toLowerCase()) && !(repeats && sentSecrets.has(each)),
    );
    if (leaked === undefined) return;
    const place = text.indexOf(leaked.toLowerCase());
    breaches.push(`${what} shows ${leaked}: … ${text.slice(Math.max(0, place - 200), place + 100)} …`);
  };

  const known = operations.filter(mounted => {
    const made = makeCall(mounted, { ids: victim.ids }, { teamId: ownTeam, projectId: 1 }, bytes);
    for (const each of made.unknown) unknown.add(`${operationName(mounted)}: ${each}`);
    return made.unknown.length === 0;
  });

  const digest = (): Promise<Readonly<Record<string, string>>> =>
    teamDigest(app.database, victim.team.id, victim.team.organizationId);
  for (const { role, way } of slice(
    title,
    attackers.flatMap(each => ways.map(way => ({ role: each, way }))),
    pairs,
  )) {
    const before = await digest();
    const succeeded: string[] = [];
    for (const mounted of known) {
      const name = operationName(mounted);
      const made = makeCall(mounted, way.source(victim.ids), way.place(victim.ids), bytes);
      const foreign = foreignKinds(made, way, victim.ids, ownIds);
      // Who holds the link of an invitation may open it.
      if (made.kinds.has('invitation') || mounted.name === 'userSignOut') continue;
      if (foreign.length === 0 && way.name !== 'their ids in their team') continue;
      const what = `${role.name}, ${way.name}: ${name}`;
      const answer = await send(role, made);
      requests += 1;
      judge(`${role.name}, ${way.name}`, name, made, answer);
      const free = ['public', 'signed-in'].includes(mounted.operation.access);
      if (answer.status < 300) succeeded.push(name);
      if (foreign.length === 0 && free) continue;
      const nothing = await send(role, makeCall(mounted, way.source(NOTHING), way.place(NOTHING), bytes));
      requests += 1;
      // Without foreign ids both are the same call, of which a limit may let only the first pass.
      const limited = foreign.length === 0 && [answer, nothing].some(each => each.status === 429);
      if (!limited && kindOfAnswer(answer) !== kindOfAnswer(nothing))
        breaches.push(
          `${what} (${foreign.join()}) answered ${kindOfAnswer(answer)}, but ${kindOfAnswer(nothing)} when there is no such thing`,
        );
      const pointed =
        !SAME_FOR_ALL.has(mounted.name) &&
        (foreign.some(each => made.inPath.has(each) && !NOT_FOREIGN.has(each)) || foreign.includes('project'));
      if (pointed && answer.status < 300) breaches.push(`${what} (${foreign.join()}) answered ${answer.status}`);
      // A call that asks for a token of its own answers everybody without it the same.
      const asksForToken = mounted.operation.access === 'public' && answer.status === 401;
      if (
        pointed &&
        role.name === 'owner' &&
        answer.status !== 404 &&
        !asksForToken &&
        mounted.operation.access !== 'super-admin'
      )
        breaches.push(`${what} (${foreign.join()}) answered ${kindOfAnswer(answer)} instead of 404`);
    }
    const changed = changedTables(before, await digest());
    if (changed.length > 0)
      breaches.push(
        `${role.name}, ${way.name}: changed ${changed.join(', ')}; one of ${succeeded.join(', ') || 'the refused calls'}`,
      );
  }

  if (own !== undefined && ownCalls) {
    const owners = attackers.filter(each => each.name === 'owner');
    const others = attackers.filter(each => each.name !== 'owner');
    const chosen = [...slice(`own calls, ${title}`, others, 1), ...owners];
    const call = async (role: Role, mounted: MountedOperation): Promise<void> => {
      const name = operationName(mounted);
      if (!chosen.includes(role) && (reached.has(name) || neverReached.includes(name))) return;
      const place = { teamId: ownTeam, projectId: ownIds.project?.[0] as number };
      const made = makeCall(mounted, { ids: ownIds }, place, bytes);
      const answer = await send(role, made);
      requests += 1;
      judge(`${role.name}, own ids`, name, made, answer);
      if (answer.status < 300 || isNotInstalled(answer)) reached.add(name);
      else if (role.name === 'owner' && process.env['LOUPE_TEST_SHOW'] !== undefined)
        console.log(name, answer.status, answer.raw.toString().slice(0, 200));
    };
    let before = await digest();
    for (const group of PARTS) {
      for (const belongs of group)
        for (const role of [...chosen, ...others.filter(each => !chosen.includes(each))])
          for (const mounted of known) if (belongs(mounted.name)) await call(role, mounted);
      const after = await digest();
      const changed = changedTables(before, after);
      if (changed.length > 0)
        breaches.push(
          `own ids: changed ${changed.join(', ')} of the other team; one of ${known
            .filter(each => group.some(belongs => belongs(each.name)))
            .map(operationName)
            .join(', ')}`,
        );
      before = after;
    }
  }
  return { breaches, unknown: [...unknown].sort(), reached, requests };
}

/** Waits until jobs the team itself began have ended: a change they make later is nobody's breach. */
async function atRest(app: TestApp, teamId: number): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const { count } = await app.app.services.jobs.list({ teamId, states: ['NOT_STARTED', 'IN_PROGRESS'] });
    if (count === 0) return;
    await pause(50);
  }
  throw new Error('The jobs of the team did not come to rest.');
}

/** Kinds of ids in the call that are the victim's in this way of calling. */
function foreignKinds(made: FuzzCall, way: Way, victim: Ids, own: Ids): readonly IdKind[] {
  const { ids, instead = {} } = way.source(victim);
  return [...made.kinds].filter(
    each => !NOT_FOREIGN.has(each) && (instead[each] ?? ids[each]) === victim[each] && victim[each] !== own[each],
  );
}

const kindOfAnswer = ({ status, body }: Answer): string =>
  `${status} ${status < 300 ? '' : String((body as { code?: unknown }).code ?? '')}`.trim();

/** True when the secret is in the answer although the caller did not send it: an error may repeat what was sent. */
function withoutSent(text: string, sent: string, secret: string): boolean {
  return text.includes(secret) && !sent.includes(secret);
}
