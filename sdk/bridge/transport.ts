/** One end of a channel between an editor and the page around it. Messages are plain data. */
export interface BridgeTransport {
  send(message: object): void;
  /** Calls back with every message; returns the way to stop. */
  listen(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** A channel over a MessagePort, whose other end another page holds. */
export function portTransport(port: MessagePort): BridgeTransport {
  const listeners = new Set<(message: unknown) => void>();
  port.onmessage = ({ data }) => {
    for (const each of listeners) each(data);
  };
  return {
    send: message => port.postMessage(message),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => port.close(),
  };
}
