import { join } from 'node:path';
import type { App } from './app.ts';
import { createApp } from './app.ts';
import { bundledMigrations } from './migration-sources.ts';
import type { Configuration } from './configuration.ts';
import { isPrivate } from './demo.ts';
import { addOutside, discoverBundled } from './discovery.ts';
import type { OpenedStores } from './open-resources.ts';
import { ROOT } from './installation-root.ts';
import { productVersion } from './product-version.ts';
import { beforeMigrations } from './upgrade/before-migrations.ts';

/**
 * The app of a configuration; `pages` is false for the command line. Plugins are loaded while the stores still open.
 */
export async function openApp(
  configuration: Configuration,
  opening: OpenedStores | Promise<OpenedStores>,
  pages: boolean,
): Promise<App> {
  const bundled = discoverBundled();
  // The database migrates in a thread or process of its own, while plugins from outside are read.
  const before = beforeMigrations(configuration, Promise.resolve(opening));
  const migrating = Promise.all([opening, bundled]).then(([{ database }, each]) =>
    database.migrate(bundledMigrations(each), { before }),
  );
  migrating.catch(() => undefined); // Reported where it is awaited.
  const { pluginsDir } = configuration;
  const installing = pluginsDir === undefined ? bundled : bundled.then(each => addOutside(each, pluginsDir));
  const [stores, installation, version] = await Promise.all([opening, installing, productVersion()]);
  return createApp({
    ...stores,
    installation,
    migrating,
    publicUrl: configuration.publicUrl,
    version,
    frameAncestors: configuration.frameAncestors,
    trustProxy: configuration.trustProxy,
    metricsToken: configuration.metricsToken,
    pluginsOff: configuration.pluginsOff,
    jobConcurrency: configuration.jobConcurrency,
    jobRetentionDays: configuration.jobRetentionDays,
    egressAllow: configuration.egressAllow,
    mail: configuration.mail,
    sms: configuration.sms,
    installWithoutCode: isPrivate(configuration),
    signUp: configuration.signUp,
    providerDomain: configuration.providerDomain,
    integrationFolders: configuration.integrationFolders,
    modelsFolder: configuration.modelsDir,
    itemCeilings: configuration.itemCeilings,
    stripe: configuration.stripe,
    npmRegistry: configuration.npmRegistry,
    usageFile: configuration.usageFile,
    cacheFolder: join(configuration.dataDir, 'cache'),
    ...(pages ? { webRoot: join(ROOT, 'dist/web'), sourceMapsFolder: join(ROOT, 'dist/source-maps') } : {}),
  });
}
