import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';

/** One end of a channel between an editor and its host. Messages are plain data. */
export interface BridgeTransport extends Disposable {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): Disposable;
}

/** Two joined ends inside one page: what is sent arrives as a copy, in a later task step, as over a port. */
export function inAppTransports(): readonly [BridgeTransport, BridgeTransport] {
  const listeners = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()] as const;
  let open = true;
  const end = (own: 0 | 1): BridgeTransport => ({
    send(message) {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        if (open) for (const each of listeners[own === 0 ? 1 : 0]) each(copy);
      });
    },
    onMessage(listener) {
      listeners[own].add(listener);
      return toDisposable(() => listeners[own].delete(listener));
    },
    dispose() {
      open = false;
    },
  });
  return [end(0), end(1)];
}

/** A channel over a MessagePort, whose other end a frame of another page holds. */
export function portTransport(port: MessagePort): BridgeTransport {
  const listeners = new Set<(message: unknown) => void>();
  port.onmessage = ({ data }) => {
    for (const each of listeners) each(data);
  };
  return {
    send: message => port.postMessage(message),
    onMessage(listener) {
      listeners.add(listener);
      return toDisposable(() => listeners.delete(listener));
    },
    dispose: () => port.close(),
  };
}
