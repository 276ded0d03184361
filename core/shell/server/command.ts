import { resolve } from 'node:path';
import { loadKeys } from '#core/data/server/index.ts';
import type { App } from './app.ts';
import type { Outcome } from './command-line.ts';
import { parseCommandLine } from './command-line.ts';
import { runCommand } from './commands.ts';
import { runPluginTool } from './outside/plugin-terminal.ts';
import { runPluginCommand } from './plugin-commands.ts';
import { readConfiguration } from './configuration.ts';
import { askControl } from './control-socket.ts';
import { openApp } from './open-app.ts';
import { openLog, openStores } from './open-resources.ts';
import { printOutcome } from './print-outcome.ts';

const argv = process.argv.slice(2);

/** Carries the command out in the server that runs on the data folder, else here. */
async function run(): Promise<Outcome> {
  const line = parseCommandLine(argv);
  const tool = await runPluginTool(line);
  if (tool !== undefined) return tool;
  const configuration = readConfiguration(process.env);
  const own = await runPluginCommand(line, configuration);
  if (own !== undefined) return own;
  // Files are named as seen from here, wherever the server was started.
  const absolute =
    ['backup', 'restore'].includes(line.words[0] ?? '') && line.words[1] !== undefined
      ? argv.map(each => (each === line.words[1] ? resolve(each) : each))
      : argv;
  // An upgrade is the work of the new version, whose server does not run yet.
  const answered = line.words[0] === 'upgrade' ? undefined : await askControl(configuration.dataDir, absolute);
  if (answered !== undefined) return answered;

  const log = openLog('warn');
  let stores: ReturnType<typeof openStores> | undefined;
  let app: Promise<App> | undefined;
  const services = {
    configuration,
    running: false,
    stores: () => (stores ??= openStores(configuration, log)),
    keys: () => loadKeys(configuration.dataDir),
    app: () =>
      (app ??= (async () =>
        openApp(configuration, { ...(await services.stores()), keys: await services.keys() }, false))()),
  };
  try {
    return await runCommand(line, services);
  } finally {
    await (await app)?.stop();
    await (await stores)?.database.close();
  }
}

printOutcome(run(), argv.includes('--json'));
