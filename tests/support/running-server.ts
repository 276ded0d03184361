import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerPlace } from './built-server.ts';

/**
 * Runs one command of the command line in a running server, through its control socket as the command line does.
 * Answers what it printed as JSON; throws with the message of its fault.
 */
export async function runOnServer<T>({ dataDir }: ServerPlace, args: readonly string[]): Promise<T> {
  const socket = await connected(join(dataDir, 'control.sock'));
  socket.write(`${JSON.stringify(args)}\n`);
  const { outcome, fault } = JSON.parse(await text(socket)) as { outcome?: { data: T }; fault?: { message: string } };
  if (outcome === undefined) throw new Error(`loupe ${args.join(' ')} failed: ${fault?.message}`);
  return outcome.data;
}

/** Connects to a socket of a server that takes commands a moment after it takes pages. Fails after ten seconds. */
async function connected(path: string): Promise<Socket> {
  for (let tries = 0; ; tries += 1) {
    const socket = connect(path);
    const error = await once(socket, 'connect').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) return socket;
    if (tries === 500) throw error;
    await pause(20);
  }
}
