import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import { jobRows } from '#core/data/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import type { PluginInventory } from '#core/kernel/server/index.ts';
import {
  CacheFolderToken,
  DatabaseToken,
  MailerToken,
  ManifestsToken,
  PluginInventoryToken,
} from '#core/kernel/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { organizationRows, teamRows } from '#core/tenancy/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { OrganizationStorage, Queue, SystemState } from '../common/api.ts';

type QueueRow = Omit<Queue, 'title' | 'oldestWaiting'> & { readonly name: string; readonly oldest: Date | null };

/** Reads the figures of the installation from where they arise. */
export class SystemFigures {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(PluginInventoryToken) private readonly inventory: PluginInventory,
    @inject(ManifestsToken) private readonly manifests: readonly Manifest[],
    @inject(MailerToken) private readonly mailer: Mailer,
    @inject(CacheFolderToken) private readonly cacheFolder: string,
  ) {}

  async state(): Promise<SystemState> {
    const begun = performance.now();
    await this.database.ping();
    const answerMs = Math.round((performance.now() - begun) * 10) / 10;
    const { size, version, queues } = await this.#run('state of the installation', async trx => {
      const { rows } = await sql<{ size: string; version: string }>`
        select pg_database_size(current_database()) as size, current_setting('server_version') as version`.execute(trx);
      return { ...rows[0]!, queues: await queuesOf(trx) };
    });
    return {
      version: this.inventory.productVersion,
      node: process.versions.node,
      startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      database: { kind: this.database.kind, version, bytes: Number(size), answerMs },
      disk: await this.#disk(),
      queues: queues.map(({ name, oldest, ...each }) => ({
        ...each,
        title: this.manifests.find(({ id }) => id === each.plugin)?.jobs?.[name]?.title ?? name,
        oldestWaiting: oldest?.toISOString() ?? null,
      })),
      mail: this.mailer.kind,
    };
  }

  /** Adds up the files of items, deleted ones too as long as their files are kept. */
  storage(): Promise<readonly OrganizationStorage[]> {
    return this.#run('storage of organizations', async trx => {
      const { rows } = await sql<Omit<OrganizationStorage, 'bytes'> & { readonly bytes: string }>`
        with file as (
          select team.organization_id, item.blob_hash, max(item.size) as bytes, count(*) as items
          from ${itemRows} as item join ${teamRows} as team on team.id = item.team_id
          where item.blob_hash is not null group by 1, 2
        )
        select organization.id as organization_id, organization.name as organization,
          coalesce(sum(file.items), 0)::int as items, count(file.blob_hash)::int as files, coalesce(sum(file.bytes), 0) as bytes
        from ${organizationRows} as organization left join file on file.organization_id = organization.id
        group by 1, 2 order by coalesce(sum(file.bytes), 0) desc, lower(organization.name)`.execute(trx);
      return rows.map(each => ({ ...each, bytes: Number(each.bytes) }));
    });
  }

  async #disk(): Promise<SystemState['disk']> {
    if (this.cacheFolder === '') return null;
    // The cache is made at its first use; the data folder around it is always there.
    const { bavail, blocks, bsize } = await statfs(dirname(this.cacheFolder));
    return { freeBytes: bavail * bsize, bytes: blocks * bsize };
  }

  #run<T>(reason: string, work: (trx: Kysely<unknown>) => Promise<T>): Promise<T> {
    return this.database.system<unknown>(reason).transaction(work);
  }
}

async function queuesOf(trx: Kysely<unknown>): Promise<readonly QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select job.plugin, job.name, count(*) filter (where job.state = 'NOT_STARTED')::int as waiting,
      count(*) filter (where job.state = 'IN_PROGRESS')::int as running,
      count(*) filter (where job.state = 'FAILED' and job.error ->> 'code' is distinct from 'CANCELED')::int as failed,
      min(job.created_at) filter (where job.state = 'NOT_STARTED') as oldest
    from ${jobRows} as job
    where job.state in ('NOT_STARTED', 'IN_PROGRESS')
      or (job.state = 'FAILED' and job.finished_at > now() - interval '24 hours')
    group by 1, 2 order by 3 desc, 5 desc, 1, 2`.execute(trx);
  return rows.filter(each => each.waiting + each.running + each.failed > 0);
}
