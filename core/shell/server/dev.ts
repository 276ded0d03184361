import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { readConfiguration } from './configuration.ts';
import { firstStart } from './first-start.ts';
import { openApp } from './open-app.ts';
import { openResources, openLog } from './open-resources.ts';

/** The server behind Vite's pages in development; Vite imports this file through its own module runner. */
export interface DevServer {
  /** True for requests the server answers; Vite serves the rest. */
  takes(url: string): boolean;
  /** What the page is told of plugins from outside, as the content of `meta` elements by name. */
  readonly pageFacts: Readonly<Record<string, string>>;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const OWN =
  /^\/(app-frame|plugin-files|services|api|user|team|teams|project|projects|class|classes|folder|folders|item|items|image|images|blobs|health|ready|metrics|openapi\.json|events)(\/|\?|$)/;

export async function openDevServer(server: Server, address: string): Promise<DevServer> {
  const configuration = { ...readConfiguration(process.env), publicUrl: address };
  const ground = await openResources(configuration, openLog('warn'));
  const app = await openApp(configuration, ground, false);
  await app.http.ready();
  await app.start();
  // Vite has a socket of its own on the same server, which the hub would refuse.
  const upgrades = new EventEmitter();
  server.on('upgrade', (request, socket, head) => {
    if (OWN.test(request.url ?? '')) upgrades.emit('upgrade', request, socket, head);
  });
  app.services.hub.attach(upgrades as Server);
  await firstStart(app, ground.database, configuration, ground.log);
  server.once('close', () => void app.stop().then(() => ground.database.close()));
  return {
    takes: url => OWN.test(url),
    pageFacts: app.pageFacts,
    answer: (request, response) => app.http.routing(request, response),
  };
}
