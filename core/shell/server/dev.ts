import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { readConfiguration } from './configuration.ts';
import { firstStart } from './first-start.ts';
import { openApp } from './open-app.ts';
import { openGround, openLog } from './open-ground.ts';

/** The server behind Vite's pages in development; Vite imports this file through its own module runner. */
export interface DevServer {
  /** True for requests the server answers; Vite serves the rest. */
  takes(url: string): boolean;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const OWN = /^\/(app-frame|services|api|user|team|teams|project|projects|class|classes|folder|folders|item|items|image|images|blobs|health|ready|metrics|openapi\.json|events)(\/|\?|$)/;

export async function openDevServer(server: Server, address: string): Promise<DevServer> {
  const configuration = { ...readConfiguration(process.env), publicUrl: address };
  const ground = await openGround(configuration, openLog('warn'));
  const app = await openApp(configuration, ground, false);
  await app.http.ready();
  await app.start();
  app.services.hub.attach(server);
  await firstStart(app, ground.database, configuration);
  server.once('close', () => void app.stop().then(() => ground.database.close()));
  return {
    takes: url => OWN.test(url),
    answer: (request, response) => app.http.routing(request, response),
  };
}
