import { BridgeError } from '../bridge/bridge-error.ts';
import { BridgePeer } from '../bridge/bridge-peer.ts';
import type { BridgeTransport } from '../bridge/transport.ts';
import type { AppContext } from './app-context.ts';
import { APP_SDK_VERSION } from './app-manifest.ts';
import type { HostCalls, WireEvents } from './app-wire.ts';
import { LONGEST_CALL_MS } from './app-wire.ts';
import { surface } from './surface.ts';
import type { Workbench } from './workbench.ts';

/** The app's end of the way to the product. */
export interface Connection {
  readonly workbench: Workbench;
  /** The product has answered. @throws BridgeError SDK_TOO_OLD naming both versions. */
  readonly greeted: Promise<AppContext>;
  /** Reports something about the app to the product. */
  emit<E extends 'console' | 'stopped'>(event: E, params: WireEvents[E]): void;
  close(): void;
}

/** The workbench at the other end of a transport. `sdk` is the version the app was written for. */
export function connect(transport: BridgeTransport, sdk: string = APP_SDK_VERSION): Connection {
  const peer = new BridgePeer<object, HostCalls, WireEvents>(
    transport,
    {},
    failure => new BridgeError(failure),
    LONGEST_CALL_MS,
  );
  const greeted = peer.request('hello', { sdk });
  // The caller handles the rejection.
  greeted.catch(() => undefined);
  const ask = async (call: string, args: unknown): Promise<unknown> => {
    await greeted;
    return peer.request(call as never, (args ?? {}) as never);
  };
  const calls = Object.fromEntries(
    Object.entries(surface).map(([group, own]) => [
      group,
      Object.freeze(
        Object.fromEntries(Object.keys(own).map(call => [call, (args?: unknown) => ask(`${group}.${call}`, args)])),
      ),
    ]),
  );
  return {
    workbench: Object.freeze({
      ...calls,
      on: (event: keyof WireEvents, listener: (payload: never) => void) => peer.on(event, listener as never),
    }) as unknown as Workbench,
    greeted,
    emit: (event, params) => peer.emit(event, params),
    close: () => peer.close(),
  };
}
