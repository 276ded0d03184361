import { sql } from 'kysely';
import { z } from '#core/api/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';
import { Egress as EgressService } from '#core/egress/server/index.ts';
import type { Manifest, PluginModules } from '#core/kernel/common/index.ts';
import { givenModules, pluginModule } from '#core/kernel/common/index.ts';
import type { AnyServerHalf, ServerPluginContext } from '#core/kernel/server/index.ts';
import { JobsToken, LogToken, schemaOf } from '#core/kernel/server/index.ts';
import type * as serverSdk from '#sdk/plugin/server/index.ts';
import type { PluginMigration, PluginServerContext, PluginServerHalf } from '#sdk/plugin/server/index.ts';
import { protectTables } from './protect-tables.ts';

/** What server halves from outside get for `@loupe/sdk/plugin/server`. */
const serverModule = {
  defineServerHalf: (_, half) => half,
  sql,
  tenantTable: (database, table, columns) => tenantTable(database, table, columns as never),
  forceRowSecurity,
} satisfies typeof serverSdk;

/** Modules that a server half from outside may import. */
export const serverModules: PluginModules = givenModules({
  '@loupe/sdk/plugin': pluginModule(z),
  '@loupe/sdk/plugin/server': serverModule,
});

/** A half from outside as the kernel runs it. */
export function serverHalfOf(manifest: Manifest, half: PluginServerHalf<Manifest>): AnyServerHalf {
  const { migrations } = half;
  return {
    manifest,
    ...(migrations === undefined
      ? {}
      : {
          migrations: Object.fromEntries(
            Object.entries(migrations).map(([name, each]) => [
              `${name}.js`,
              async () => ({ default: guarded(manifest, each) }),
            ]),
          ),
        }),
    activate: context => half.activate(contextOf(manifest, context)),
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

function contextOf(manifest: Manifest, context: ServerPluginContext<Manifest>): PluginServerContext<Manifest> {
  // Found at the first use: most plugins need few of them, and each costs every start a moment.
  const jobs = (): Jobs => context.get(JobsToken);
  const egress = (): Egress => context.get(EgressService);
  let log: Log | undefined;
  return {
    implement: (api, handlers) => context.implement(api as never, handlers as never),
    job: (name, handler) => context.job(name as never, (run, request) => handler(run, request)),
    async startJob(request, name, subject, key) {
      const job = await jobs().enqueue(undefined, {
        teamId: request.team.id,
        plugin: manifest.id,
        name,
        subject,
        creatorId: request.user.id,
        ...(key === undefined ? {} : { key }),
      });
      return job.id;
    },
    hooks: context.hooks as unknown as PluginServerContext<Manifest>['hooks'],
    tap: (hook, fn) => context.tap(hook as never, fn as never),
    async fetch(url, request = {}) {
      const answer = await egress().fetch(url, request);
      const text = (): Promise<string> => answer.text();
      return { status: answer.status, text, json: async () => JSON.parse(await text()) as unknown };
    },
    get log() {
      return (log ??= context.get(LogToken).child({ plugin: manifest.id }) as Log);
    },
    own: disposable => context.own(disposable),
  };
}
