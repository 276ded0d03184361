import { isFault } from '#core/base/common/index.ts';
import type { Configuration } from './configuration.ts';
import { readConfiguration } from './configuration.ts';
import type { OpenedStores } from './open-resources.ts';
import { beginStores, openLog } from './open-resources.ts';

/** Loads the product while its stores open: the embedded database does so in a thread of its own. */
async function loadOn(opening: Promise<OpenedStores>, configuration: Configuration) {
  const [{ openApp }, commandLine, commands, control, start, upgrade] = await Promise.all([
    import('./open-app.ts'),
    import('./command-line.ts'),
    import('./commands.ts'),
    import('./control-socket.ts'),
    import('./first-start.ts'),
    import('./upgrade/finish-upgrade.ts'),
  ]);
  return {
    ...commandLine,
    ...commands,
    ...control,
    ...start,
    ...upgrade,
    app: await openApp(configuration, opening, true),
  };
}

async function run(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const log = openLog(configuration.logLevel);
  // The data folder is taken before the rest is loaded: a second server on it fails at once.
  const { opening } = await beginStores(configuration, log);
  const [stores, { app, parseCommandLine, runCommand, serveControl, firstStart, finishUpgrade }] = await Promise.all([
    opening,
    loadOn(opening, configuration),
  ]);
  await app.http.listen({ port: configuration.port, host: configuration.host });
  await app.start();
  await finishUpgrade(configuration.dataDir, app.services.maintenance);

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => app.http.server.closeAllConnections(), 10_000).unref();
    void control.then(each => each?.close());
    void app
      .stop()
      .then(() => stores.database.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
  };
  const control = serveControl(configuration.dataDir, argv =>
    runCommand(parseCommandLine(argv), {
      configuration,
      running: true,
      stores: async () => stores,
      keys: async () => stores.keys,
      app: async () => app,
      // The answer goes out first.
      stop: () => void setImmediate(() => stop('stop')),
    }),
  );
  await control;
  log.info(
    { address: configuration.publicUrl, database: stores.database.kind, dataDir: configuration.dataDir },
    'Loupe is ready',
  );
  await firstStart(app, stores.database, configuration, stores.keys, log);

  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
}

run().catch((error: unknown) => {
  console.error(isFault(error) ? `Loupe did not start: ${error.message}` : error);
  process.exit(1);
});
