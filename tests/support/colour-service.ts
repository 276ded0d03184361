import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';

const WORDS: Readonly<Record<string, readonly number[]>> = { red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 1] };

/** A running {@link colourService}. */
export interface ColourService {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a service of embeddings whose vector of a picture is its mean colour, and of a word the colour it names. */
export async function colourService(): Promise<ColourService> {
  const server = createServer((request, response) => {
    void text(request).then(async body => {
      const { images = [], texts = [] } = JSON.parse(body) as { images?: string[]; texts?: string[] };
      const colours = await Promise.all(
        images.map(async each => [
          ...(await sharp(Buffer.from(each, 'base64')).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
        ]),
      );
      const vectors = [...colours, ...texts.map(each => WORDS[each] ?? [1, 1, 1])];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ model: 'colours', vectors }));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
