import type { BridgeTransport } from '#sdk/bridge/index.ts';

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
    listen(listener) {
      listeners[own].add(listener);
      return () => void listeners[own].delete(listener);
    },
    close() {
      open = false;
    },
  });
  return [end(0), end(1)];
}
