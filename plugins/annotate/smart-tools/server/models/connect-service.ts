import { mkdir } from 'node:fs/promises';
import { Fault } from '#core/base/common/index.ts';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { TerminalContext, TerminalOutcome } from '#core/kernel/server/index.ts';
import { keepConnection, probeService } from '../vectors/http-provider.ts';

/**
 * Connects a service of embeddings of the operator, after it was asked once.
 * @throws Fault USAGE, MODEL_ANSWER and those of the egress.
 */
export async function connect(
  [url = '']: readonly string[],
  { modelsFolder, egressAllow }: TerminalContext,
): Promise<TerminalOutcome> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Fault(
      'USAGE',
      'models connect needs the address of a service: models connect https://embed.example.org/',
    );
  // A host of the own network has to be allowed to the server too, by the operator.
  const egress = new Egress(new EgressAllowance([...egressAllow]));
  try {
    const connection = await probeService(egress, url);
    await mkdir(modelsFolder, { recursive: true });
    await keepConnection(modelsFolder, connection);
    return {
      text: `${connection.model} with ${connection.dimension} dimensions is connected. A running server uses it at once.`,
      data: connection,
    };
  } finally {
    await egress.close();
  }
}

/** Forgets the connected service. */
export async function disconnect({ modelsFolder }: TerminalContext): Promise<TerminalOutcome> {
  await keepConnection(modelsFolder, undefined);
  return { text: 'No service of embeddings is connected any more.', data: null };
}
