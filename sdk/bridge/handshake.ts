import type { BridgeTransport } from './transport.ts';
import { portTransport } from './transport.ts';

/** The frame's first message: the editor is loaded. */
export const EDITOR_READY = 'loupe-editor-ready';
/** The page's answer; it carries the one port both talk over. */
export const HOST_HELLO = 'loupe-host-hello';

/** Part of a window that the handshake needs. */
export interface HandshakeWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** The other window, as messages come from it and go to it. */
export interface OtherWindow {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void;
}

/**
 * The frame's side: says that it is there, and takes the first port that the page around it sends. Only the window
 * around this frame counts, only from the listed origins, and only once; nothing is ever sent to an origin that is not
 * listed.
 * @throws Error when no listed page answers within `timeoutMs`.
 */
export function waitForHost(
  own: HandshakeWindow,
  parent: OtherWindow,
  origins: readonly string[],
  timeoutMs: number,
): Promise<BridgeTransport> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      own.removeEventListener('message', onMessage);
      reject(new Error('The page around the editor did not answer.'));
    }, timeoutMs);
    function onMessage({ source, origin, data, ports }: MessageEvent): void {
      const [port, ...more] = ports;
      if (
        source !== parent ||
        !origins.includes(origin) ||
        data !== HOST_HELLO ||
        port === undefined ||
        more.length > 0
      )
        return;
      own.removeEventListener('message', onMessage);
      clearTimeout(timer);
      resolve(portTransport(port));
    }
    own.addEventListener('message', onMessage);
    for (const origin of origins) parent.postMessage(EDITOR_READY, origin);
  });
}

/** The page's side: gives a port to the editor in a frame each time one is loaded there. Returns the way to stop. */
export function greetEditor(
  own: HandshakeWindow,
  frame: () => OtherWindow | null,
  origin: string,
  connected: (transport: BridgeTransport) => void,
): () => void {
  const onMessage = (event: MessageEvent): void => {
    const editor = frame();
    if (editor === null || event.source !== editor || event.origin !== origin || event.data !== EDITOR_READY) return;
    const { port1, port2 } = new MessageChannel();
    connected(portTransport(port1));
    editor.postMessage(HOST_HELLO, origin, [port2]);
  };
  own.addEventListener('message', onMessage);
  return () => own.removeEventListener('message', onMessage);
}
