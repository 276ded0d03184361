import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Configuration } from './configuration.ts';
import { readConfiguration } from './configuration.ts';
import { firstStart } from './first-start.ts';
import { openApp } from './open-app.ts';
import type { OpenedStores } from './open-resources.ts';
import { openResources, openLog } from './open-resources.ts';

/** The server behind Vite's pages in development; Vite imports this file through its own module runner. */
export interface DevServer {
  /** True for requests the server answers; Vite serves the rest. */
  takes(url: string): boolean;
  /** Facts about plugins from outside for the page, as the content of `meta` elements by name. */
  readonly pageFacts: Readonly<Record<string, string>>;
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Ends the server and frees the database; Vite's pages go on. */
  close(): Promise<void>;
}

const OWN =
  /^\/(app-frame|plugin-files|services|api|user|team|teams|project|projects|class|classes|folder|folders|item|items|image|images|blobs|health|ready|metrics|openapi\.json|events)(\/|\?|$)/;

export async function openDevServer(server: Server, address: string): Promise<DevServer> {
  const configuration = { ...readConfiguration(process.env), publicUrl: address };
  const stores = await openResources(configuration, openLog('warn'));
  try {
    return await serve(server, configuration, stores);
  } catch (error) {
    // The next change tries again in this process, and needs the data folder.
    await stores.database.close();
    throw error;
  }
}

async function serve(server: Server, configuration: Configuration, stores: OpenedStores): Promise<DevServer> {
  const app = await openApp(configuration, stores, false);
  await app.http.ready();
  await app.start();
  // Vite has a socket of its own on the same server, which the hub would refuse.
  const upgrades = new EventEmitter();
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (OWN.test(request.url ?? '')) upgrades.emit('upgrade', request, socket, head);
  };
  server.on('upgrade', upgrade);
  app.services.hub.attach(upgrades as Server);
  await firstStart(app, stores.database, configuration, stores.keys, stores.log);
  return {
    takes: url => OWN.test(url),
    pageFacts: app.pageFacts,
    answer: (request, response) => app.http.routing(request, response),
    async close() {
      server.off('upgrade', upgrade);
      await app.stop();
      await stores.database.close();
    },
  };
}
