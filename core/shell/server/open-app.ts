import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from './app.ts';
import { createApp } from './app.ts';
import type { Configuration } from './configuration.ts';
import { discover } from './discovery.ts';
import type { Ground } from './open-ground.ts';
import { ROOT } from './open-ground.ts';

/** The app of a configuration; `pages` is false for the command line. Plugins are loaded while the ground still opens. */
export async function openApp(configuration: Configuration, opening: Ground | Promise<Ground>, pages: boolean): Promise<App> {
  const [ground, installation, described] = await Promise.all([opening, discover(undefined, configuration.pluginsDir), readFile(join(ROOT, 'package.json'), 'utf8')]);
  const { version } = JSON.parse(described) as { version: string };
  return createApp({
    ...ground,
    installation,
    publicUrl: configuration.publicUrl,
    version,
    frameAncestors: configuration.frameAncestors,
    trustProxy: configuration.trustProxy,
    pluginsOff: configuration.pluginsOff,
    jobConcurrency: configuration.jobConcurrency,
    egressAllow: configuration.egressAllow,
    mail: configuration.mail,
    integrationFolders: configuration.integrationFolders,
    modelsFolder: configuration.modelsDir,
    cacheFolder: join(configuration.dataDir, 'cache'),
    ...(pages ? { webRoot: join(ROOT, 'dist/web') } : {}),
  });
}
