import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { TerminalContext, TerminalOutcome } from '#core/kernel/server/index.ts';
import { detectorConnection, probeDetector } from '../detection/outside-detector.ts';
import { probeTracker, trackerConnection } from '../tracking/outside-tracker.ts';
import { embeddingConnection, probeEmbeddings } from '../vectors/http-provider.ts';

/** A kind of service that can be connected; an address without a kind is a service of embeddings. */
interface ServiceKind {
  /** In sentences: *No tracker is connected any more.* */
  readonly title: string;
  readonly example: string;
  connect(egress: Egress, url: string, terminal: TerminalContext): Promise<TerminalOutcome>;
  forget(modelsFolder: string): Promise<void>;
}

const EMBEDDINGS: ServiceKind = {
  title: 'service of embeddings',
  example: 'models connect https://embed.example.org/',
  async connect(egress, url, { modelsFolder }) {
    const connection = await probeEmbeddings(egress, url);
    await embeddingConnection.keep(modelsFolder, connection);
    return {
      text: `${connection.model} with ${connection.dimension} dimensions is connected. A running server uses it at once.`,
      data: connection,
    };
  },
  forget: modelsFolder => embeddingConnection.keep(modelsFolder, undefined),
};

const KINDS: Readonly<Record<string, ServiceKind>> = {
  tracker: {
    title: 'tracker',
    example: 'models connect tracker https://track.example.org/',
    async connect(egress, url, { modelsFolder }) {
      const connection = await probeTracker(egress, url, await greyPicture());
      await trackerConnection.keep(modelsFolder, connection);
      return {
        text: `${connection.model} is connected. Tracking in the background uses it at once.`,
        data: connection,
      };
    },
    forget: modelsFolder => trackerConnection.keep(modelsFolder, undefined),
  },
  detector: {
    title: 'detector',
    example: 'models connect detector https://detect.example.org/',
    async connect(egress, url, { modelsFolder }) {
      const connection = await probeDetector(egress, url, await greyPicture());
      await detectorConnection.keep(modelsFolder, connection);
      const { model, labels } = connection;
      return {
        text: `${model} is connected, with ${labels.length === 1 ? '1 label' : `${labels.length} labels`}. “Run model…” in the menu of selected items uses it at once.`,
        data: connection,
      };
    },
    forget: modelsFolder => detectorConnection.keep(modelsFolder, undefined),
  },
};

const greyPicture = (): Promise<Uint8Array> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();

/**
 * Connects a service of the operator, after it was asked once.
 * @throws Fault USAGE, MODEL_ANSWER and those of the egress.
 */
export async function connect(args: readonly string[], terminal: TerminalContext): Promise<TerminalOutcome> {
  const named = KINDS[args[0] ?? ''];
  const kind = named ?? EMBEDDINGS;
  const url = args[named === undefined ? 0 : 1] ?? '';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Fault('USAGE', `models connect needs the address of a service: ${kind.example}`);
  // A host of the own network has to be allowed to the server too, by the operator.
  const egress = new Egress(new EgressAllowance([...terminal.egressAllow]));
  try {
    await mkdir(terminal.modelsFolder, { recursive: true });
    return await kind.connect(egress, url, terminal);
  } finally {
    await egress.close();
  }
}

/** Forgets a connected service. @throws Fault USAGE */
export async function disconnect(
  [name]: readonly string[],
  { modelsFolder }: TerminalContext,
): Promise<TerminalOutcome> {
  const kind = name === undefined ? EMBEDDINGS : KINDS[name];
  if (kind === undefined)
    throw new Fault('USAGE', `models disconnect takes no argument, or one of: ${Object.keys(KINDS).join(', ')}.`);
  await kind.forget(modelsFolder);
  return { text: `No ${kind.title} is connected any more.`, data: null };
}
