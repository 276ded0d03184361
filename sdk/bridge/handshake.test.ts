import type { Mock } from 'vitest';
import { afterEach, expect, it, vi } from 'vitest';
import { EDITOR_READY, greetEditor, HOST_HELLO, waitForHost } from './handshake.ts';
import type { OtherWindow } from './handshake.ts';
import type { BridgeTransport } from './transport.ts';

const HOST = 'https://host.example';
const EDITOR = 'https://loupe.example';

/** A window that receives what a test sends. */
function openWindow(): {
  readonly window: EventTarget;
  receive(message: {
    readonly source: unknown;
    readonly origin: string;
    readonly data: unknown;
    readonly ports?: readonly MessagePort[];
  }): void;
} {
  const window = new EventTarget();
  return {
    window,
    receive: message => window.dispatchEvent(Object.assign(new Event('message'), { ports: [] }, message)),
  };
}
const parentWindow = (): OtherWindow & { readonly postMessage: Mock<OtherWindow['postMessage']> } => ({
  postMessage: vi.fn<OtherWindow['postMessage']>(),
});

const opened: (MessagePort | BridgeTransport)[] = [];
const port = (): MessagePort => {
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  return port2;
};
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

it('should take the port of the page around it', async () => {
  const { window, receive } = openWindow();
  const parent = parentWindow();
  const waiting = waitForHost(window as never, parent, [HOST], 1000);
  receive({ source: parent, origin: HOST, data: HOST_HELLO, ports: [port()] });
  opened.push(await waiting);
});

it('should announce itself to the listed origins only', async () => {
  const { window } = openWindow();
  const parent = parentWindow();
  await expect(waitForHost(window as never, parent, [HOST, 'https://other.example'], 10)).rejects.toThrow(
    'did not answer',
  );
  expect(parent.postMessage.mock.calls).toEqual([
    [EDITOR_READY, HOST],
    [EDITOR_READY, 'https://other.example'],
  ]);
});

it.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of an origin that only begins so', { origin: `${HOST}.evil.example` }],
  ['of a sandboxed page', { origin: 'null' }],
  ['of another window', { source: {} }],
  ['with another word', { data: 'hello' }],
  ['without a port', { ports: [] }],
])('should refuse a greeting %s', async (_, wrong) => {
  const { window, receive } = openWindow();
  const parent = parentWindow();
  const waiting = waitForHost(window as never, parent, [HOST], 30);
  receive({ source: parent, origin: HOST, data: HOST_HELLO, ports: [port()], ...wrong });
  await expect(waiting).rejects.toThrow('did not answer');
});

it('should refuse a greeting with two ports, and take no second one after the first', async () => {
  const { window, receive } = openWindow();
  const parent = parentWindow();
  const first = port();
  const waiting = waitForHost(window as never, parent, [HOST], 1000);
  receive({ source: parent, origin: HOST, data: HOST_HELLO, ports: [port(), port()] });
  receive({ source: parent, origin: HOST, data: HOST_HELLO, ports: [first] });
  const intruder = port();
  receive({ source: parent, origin: HOST, data: HOST_HELLO, ports: [intruder] });
  opened.push(await waiting);
  expect(first.onmessage).not.toBeNull();
  expect(intruder.onmessage).toBeNull();
});

it('should give a hostile frame no port: only the editor of its own frame, at the editor’s origin, again when it reloads', () => {
  const { window, receive } = openWindow();
  const editor = parentWindow();
  const connected = vi.fn((transport: BridgeTransport) => void opened.push(transport));
  const stop = greetEditor(window as never, () => editor, EDITOR, connected);
  receive({ source: {}, origin: EDITOR, data: EDITOR_READY });
  receive({ source: editor, origin: 'https://evil.example', data: EDITOR_READY });
  receive({ source: editor, origin: EDITOR, data: 'something else' });
  expect(connected).not.toHaveBeenCalled();
  receive({ source: editor, origin: EDITOR, data: EDITOR_READY });
  receive({ source: editor, origin: EDITOR, data: EDITOR_READY });
  expect(connected).toHaveBeenCalledTimes(2);
  expect(editor.postMessage.mock.calls.map(call => (call as unknown[]).slice(0, 2))).toEqual([
    [HOST_HELLO, EDITOR],
    [HOST_HELLO, EDITOR],
  ]);
  stop();
  receive({ source: editor, origin: EDITOR, data: EDITOR_READY });
  expect(connected).toHaveBeenCalledTimes(2);
});
