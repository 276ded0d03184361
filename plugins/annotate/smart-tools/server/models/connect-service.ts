import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { TerminalContext, TerminalOutcome } from '#core/kernel/server/index.ts';
import { probeTracker, trackerConnection } from '../tracking/outside-tracker.ts';
import { embeddingConnection, probeEmbeddings } from '../vectors/http-provider.ts';

/** The word after which a tracker is named; an address alone is a service of embeddings. */
const TRACKER = 'tracker';

/**
 * Connects a service of the operator, of embeddings or a tracker, after it was asked once.
 * @throws Fault USAGE, MODEL_ANSWER and those of the egress.
 */
export async function connect(args: readonly string[], terminal: TerminalContext): Promise<TerminalOutcome> {
  const tracker = args[0] === TRACKER;
  const url = args[tracker ? 1 : 0] ?? '';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Fault(
      'USAGE',
      `models connect needs the address of a service: models connect ${tracker ? 'tracker https://track' : 'https://embed'}.example.org/`,
    );
  // A host of the own network has to be allowed to the server too, by the operator.
  const egress = new Egress(new EgressAllowance([...terminal.egressAllow]));
  try {
    return await (tracker ? connectTracker : connectEmbeddings)(egress, url, terminal);
  } finally {
    await egress.close();
  }
}

async function connectEmbeddings(
  egress: Egress,
  url: string,
  { modelsFolder }: TerminalContext,
): Promise<TerminalOutcome> {
  const connection = await probeEmbeddings(egress, url);
  await mkdir(modelsFolder, { recursive: true });
  await embeddingConnection.keep(modelsFolder, connection);
  return {
    text: `${connection.model} with ${connection.dimension} dimensions is connected. A running server uses it at once.`,
    data: connection,
  };
}

async function connectTracker(
  egress: Egress,
  url: string,
  { modelsFolder }: TerminalContext,
): Promise<TerminalOutcome> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
  const connection = await probeTracker(egress, url, picture);
  await mkdir(modelsFolder, { recursive: true });
  await trackerConnection.keep(modelsFolder, connection);
  return { text: `${connection.model} is connected. Tracking in the background uses it at once.`, data: connection };
}

/** Forgets the connected service of embeddings, or the tracker. */
export async function disconnect(
  [what]: readonly string[],
  { modelsFolder }: TerminalContext,
): Promise<TerminalOutcome> {
  if (what !== undefined && what !== TRACKER)
    throw new Fault('USAGE', 'models disconnect takes no argument, or the word tracker.');
  if (what === TRACKER) {
    await trackerConnection.keep(modelsFolder, undefined);
    return { text: 'No tracker is connected any more.', data: null };
  }
  await embeddingConnection.keep(modelsFolder, undefined);
  return { text: 'No service of embeddings is connected any more.', data: null };
}
