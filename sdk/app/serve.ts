import { BridgePeer } from '../bridge/bridge-peer.ts';
import type { BridgeTransport } from '../bridge/transport.ts';
import type { AppContext } from './app-context.ts';
import type { Capability } from './app-manifest.ts';
import { APP_SDK_VERSION, CAPABILITIES } from './app-manifest.ts';
import type { ConsoleLevel, HostCalls, WireEvents } from './app-wire.ts';
import { APP_LIMITS, CONSOLE_LEVELS, isOffered } from './app-wire.ts';
import { argumentProblem } from './arguments.ts';
import { measure } from './measure.ts';
import { calls, eventSurface } from './surface.ts';
import type { Workbench, WorkbenchEvent, WorkbenchEvents } from './workbench.ts';

/** A call that was answered. `code` says why it was refused (before anything was done) or failed. */
export interface ServedCall {
  readonly call: string;
  readonly args: unknown;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly code: string | undefined;
  /** Message of the failure, when it was not done. */
  readonly message: string | undefined;
  /** Missing capability, where the code is CAPABILITY_DENIED. */
  readonly capability: Capability | undefined;
  readonly milliseconds: number;
}

/** Callbacks of the product about an app. */
export interface ServeHooks {
  readonly onCall?: (served: ServedCall) => void;
  readonly onConsole?: (level: ConsoleLevel, text: string) => void;
  /** The app's page was removed because drawing it threw. */
  readonly onStopped?: (message: string) => void;
  /** The app asks for a version that is not offered. */
  readonly onTooOld?: (asked: string) => void;
  /** Milliseconds; `performance.now` when absent. */
  readonly now?: () => number;
}

/** Why a call was refused, for the app. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Lines of a console that are taken in one second, and characters of one. */
const CONSOLE_LINES = 100;
const CONSOLE_TEXT = 10_000;

/**
 * Answers an app at the other end of a transport by a workbench. Every call is looked at first: whether it exists, may
 * be made, and its argument is right. Returns the way to end it.
 */
export function serve(
  workbench: Workbench,
  granted: ReadonlySet<Capability>,
  transport: BridgeTransport,
  hooks: ServeHooks = {},
): () => void {
  const now = hooks.now ?? (() => performance.now());
  const quota = new CallQuota(now);
  let greeted = false;
  /** Commands that were chosen while the app was starting. */
  let early: readonly { readonly id: string }[] = [];
  const peer = new BridgePeer<HostCalls, object, WireEvents>(transport, {
    hello: async ({ sdk }: { readonly sdk: string }): Promise<AppContext> => {
      const asked = typeof sdk === 'string' ? sdk.slice(0, 20) : 'unknown';
      if (!isOffered(asked, APP_SDK_VERSION)) {
        hooks.onTooOld?.(asked);
        throw new Refusal('SDK_TOO_OLD', tooOldText(asked), 409);
      }
      greeted = true;
      const context = await workbench.context.get();
      for (const each of early) peer.emit('command', each);
      early = [];
      return context;
    },
  } as never);
  for (const [call, capability] of calls) {
    const [group, name] = call.split('.') as [keyof Workbench, string];
    const answer = (workbench[group] as unknown as Readonly<Record<string, (args: unknown) => Promise<unknown>>>)[
      name
    ]!;
    peer.provide({
      [call]: async (args: unknown) => {
        const began = now();
        const report = (outcome: ServedCall['outcome'], error?: unknown, lacking?: Capability): void =>
          hooks.onCall?.({
            call,
            args,
            outcome,
            code: error === undefined ? undefined : codeOf(error),
            message: error instanceof Error ? error.message : undefined,
            capability: lacking,
            milliseconds: Math.round(now() - began),
          });
        const lacking = capability !== null && !granted.has(capability) ? capability : undefined;
        const refusal = !greeted
          ? new Refusal('SDK_TOO_OLD', 'Say hello with the version of the SDK first.', 409)
          : (quota.refusal(args) ??
            (lacking === undefined ? undefined : denied(call, lacking)) ??
            wrongArgument(call, args));
        if (refusal !== undefined) {
          report('refused', refusal, lacking);
          throw refusal;
        }
        quota.enter();
        try {
          const data = await answer.call(workbench[group], args);
          report('done');
          return data;
        } catch (error) {
          report('failed', error);
          throw error;
        } finally {
          quota.leave();
        }
      },
    } as never);
  }
  let lines = 0;
  let since = 0;
  peer.on('console', given => {
    if (now() - since > 1000) {
      since = now();
      lines = 0;
    }
    if (lines++ < CONSOLE_LINES && CONSOLE_LEVELS.includes(given?.level) && typeof given.text === 'string')
      hooks.onConsole?.(given.level, given.text.slice(0, CONSOLE_TEXT));
  });
  peer.on('stopped', given =>
    hooks.onStopped?.(typeof given?.message === 'string' ? given.message.slice(0, 2000) : 'It stopped.'),
  );
  const stops = (Object.entries(eventSurface) as [WorkbenchEvent, Capability | null][]).flatMap(([event, capability]) =>
    capability === null || granted.has(capability)
      ? [
          workbench.on(event, payload => {
            if (greeted) peer.emit(event, payload as never);
            else if (event === 'command') early = [...early, payload as WorkbenchEvents['command']];
          }),
        ]
      : [],
  );
  return () => {
    for (const stop of stops) stop();
    peer.close();
  };
}

/** Returns the text for a person and an app where the app asks for a version that is not offered. */
export const tooOldText = (asked: string): string =>
  `The app asks for version ${asked} of the SDK; this product offers ${APP_SDK_VERSION}. Update the product, or set "sdk" in loupe-app.json to ${APP_SDK_VERSION}.`;

const denied = (call: string, capability: Capability): Refusal =>
  new Refusal(
    'CAPABILITY_DENIED',
    `${call} needs the capability ${capability} (“${CAPABILITIES[capability]}”), which an admin has not allowed this app.`,
    403,
  );
const codeOf = (error: unknown): string =>
  typeof (error as { readonly code?: unknown })?.code === 'string'
    ? (error as { readonly code: string }).code.slice(0, 64)
    : 'INTERNAL';

function wrongArgument(call: string, args: unknown): Refusal | undefined {
  const problem = argumentProblem(call, args);
  return problem === undefined ? undefined : new Refusal('INVALID', problem, 400);
}

/** Counts calls, so that an app has no more than its share. */
class CallQuota {
  #left: number = APP_LIMITS.burst;
  #at: number;
  #under = 0;

  constructor(private readonly now: () => number) {
    this.#at = now();
  }

  /** Why a call may not begin now. Refused calls count as well. */
  refusal(args: unknown): Refusal | undefined {
    const at = this.now();
    this.#left = Math.min(APP_LIMITS.burst, this.#left + ((at - this.#at) / 1000) * APP_LIMITS.callsPerSecond);
    this.#at = at;
    if (this.#left < 1)
      return new Refusal(
        'RATE_LIMITED',
        `An app may make ${APP_LIMITS.callsPerSecond} calls a second. Wait a moment, and ask for more in one call.`,
        429,
      );
    this.#left -= 1;
    if (this.#under >= APP_LIMITS.underWay)
      return new Refusal(
        'RATE_LIMITED',
        `An app may have ${APP_LIMITS.underWay} calls under way. Wait for some of them.`,
        429,
      );
    if (measure(args, APP_LIMITS.argumentBytes) > APP_LIMITS.argumentBytes)
      return new Refusal('TOO_LARGE', 'What one call sends can have 4 MB at most. Send it in parts.', 413);
    return undefined;
  }

  enter(): void {
    this.#under += 1;
  }

  leave(): void {
    this.#under -= 1;
  }
}
