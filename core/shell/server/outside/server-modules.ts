import { sql } from 'kysely';
import { z } from '#core/api/common/index.ts';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';
import type { Manifest, PluginModules } from '#core/kernel/common/index.ts';
import { BUNDLED_EXTRAS, givenModules, pluginModule, withoutExtras } from '#core/kernel/common/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { defineServerHalf, schemaOf } from '#core/kernel/server/index.ts';
import type * as serverSdk from '#sdk/plugin/server/index.ts';
import type { PluginMigration, PluginServerHalf } from '#sdk/plugin/server/index.ts';
import { protectTables } from './protect-tables.ts';

/** Module `@loupe/sdk/plugin/server` for server halves from outside. */
const serverModule = {
  defineServerHalf: defineServerHalf,
  sql,
  tenantTable: (database, table, columns) => tenantTable(database, table, columns as never),
  forceRowSecurity,
} satisfies typeof serverSdk;

/** Modules that a server half from outside may import. */
export const serverModules: PluginModules = givenModules({
  '@loupe/sdk/plugin': pluginModule(z),
  '@loupe/sdk/plugin/server': serverModule,
});

/** Returns a half from outside as the kernel runs it: with the part of the context that the SDK names. */
export function serverHalfOf(manifest: Manifest, half: PluginServerHalf<Manifest>): AnyServerHalf {
  const { migrations } = half;
  const steps = Object.entries(migrations ?? {}).map(([name, each]) => [name, guarded(manifest, each)] as const);
  return {
    manifest,
    ...(migrations === undefined ? {} : { migrations: Object.fromEntries(steps) }),
    activate: context => half.activate(withoutExtras(context, BUNDLED_EXTRAS.serverContext)),
  };
}

/** Tables with a `team_id` are closed to other teams within the same transaction, whatever the plugin does. */
const guarded = (manifest: Manifest, { up, down }: PluginMigration): PluginMigration => ({
  async up(database) {
    await up(database);
    await protectTables(database, schemaOf(manifest.id));
  },
  down,
});
