import { auditMigrations } from '#core/audit/server/index.ts';
import { authMigrations } from '#core/auth/server/index.ts';
import type { MigrationSource } from '#core/data/server/index.ts';
import { maintenanceMigrations } from '#core/maintenance/server/index.ts';
import { kernelMigrations, pluginMigrations } from '#core/kernel/server/index.ts';
import { tenancyMigrations } from '#core/tenancy/server/index.ts';
import type { Configuration } from './configuration.ts';
import type { Bundled } from './discovery.ts';
import { discover } from './discovery.ts';

/** Returns the schemas in the order of their foreign keys: the core's areas first, then the plugins. */
export function migrationSources(plugins: readonly MigrationSource[]): readonly MigrationSource[] {
  return [
    { schema: 'auth', migrations: authMigrations },
    { schema: 'tenancy', migrations: tenancyMigrations },
    { schema: 'audit', migrations: auditMigrations },
    { schema: 'maintenance', migrations: maintenanceMigrations },
    { schema: 'kernel', migrations: kernelMigrations, renamesSchemas: true },
    ...plugins,
  ];
}

/** Returns the migrations of an installation without those of its plugins from outside. */
export const bundledMigrations = ({ manifests, halves }: Bundled): readonly MigrationSource[] =>
  migrationSources(pluginMigrations(manifests, halves));

/** Returns the migrations of all that is installed. Loads the code of plugins from outside. */
export async function installedMigrations({
  pluginsDir,
}: Pick<Configuration, 'pluginsDir'>): Promise<readonly MigrationSource[]> {
  const { manifests, halves, outside } = await discover(undefined, pluginsDir);
  const loaded = await outside?.loadHalves();
  return migrationSources(pluginMigrations(manifests, new Map([...halves, ...(loaded?.halves ?? [])])));
}
