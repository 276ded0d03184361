import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GUEST_LIMITS } from '../common/messages.ts';
import { GuestChannel } from './guest-channel.ts';

let ports: MessageChannel;
let channel: GuestChannel;
let handled: number;
let batches: number;
const onWord = vi.fn();
const excess = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  ports = new MessageChannel();
  handled = 0;
  batches = 0;
  channel = new GuestChannel(ports.port1, onWord, excess);
  ports.port2.onmessage = ({ data }) => {
    if ((data as { readonly kind: string }).kind !== 'handled') return;
    handled += (data as { readonly count: number }).count;
    batches++;
  };
});
afterEach(() => {
  channel.close();
  ports.port2.close();
});

const send = (count: number): void => {
  for (let n = 0; n < count; n++) ports.port2.postMessage({ kind: 'message', data: { n } });
};

it('should hand on messages in order, and give the guest its places back', async () => {
  const seen: unknown[] = [];
  channel.transport.listen(message => void seen.push(message));
  send(GUEST_LIMITS.window);
  await vi.waitFor(() => expect(handled).toBe(GUEST_LIMITS.window));
  expect(seen).toEqual(Array.from({ length: GUEST_LIMITS.window }, (_, n) => ({ n })));
  expect(excess).not.toHaveBeenCalled();
});

it('should give the page its turn between messages that take long', async () => {
  channel.transport.listen(() => {
    for (const end = performance.now() + 2; performance.now() < end;);
  });
  send(60);
  await vi.waitFor(() => expect(handled).toBe(60), { timeout: 5_000 });
  expect(batches).toBeGreaterThanOrEqual(10);
});

it('should say so when a guest breaks the rules', async () => {
  excess.mockImplementation(() => channel.close());
  channel.transport.listen(() => {
    for (const end = performance.now() + 10; performance.now() < end;);
  });
  send(5_000);
  await vi.waitFor(() => expect(excess).toHaveBeenCalledOnce());
});

it('should hand on words at once, and nothing after it was closed', async () => {
  ports.port2.postMessage({ kind: 'pong' });
  await vi.waitFor(() => expect(onWord).toHaveBeenCalledWith({ kind: 'pong' }));
  const seen = vi.fn();
  channel.transport.listen(seen);
  channel.close();
  send(3);
  channel.transport.send({ nobody: true });
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(seen).not.toHaveBeenCalled();
});
