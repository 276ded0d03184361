import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, Database } from '#core/data/server/index.ts';
import { BlobsToken, DatabaseToken } from '#core/kernel/server/index.ts';
import type { TenancyTables } from '#core/tenancy/server/index.ts';
import type { TeamSettingsView } from '../common/team-care-api.ts';
import { keepAvatar } from './avatar-picture.ts';
import { TeamsHooks } from './teams-hooks.ts';

/** What the admins of a team choose for it, and its picture. */
export class TeamSettings {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(TeamsHooks) private readonly hooks: TeamsHooks,
  ) {}

  async get(context: RequestContext): Promise<TeamSettingsView> {
    const row = await this.#run(trx =>
      trx
        .selectFrom('tenancy.team')
        .select(['default_workflow_id', 'invitation_days'])
        .where('id', '=', context.team.id)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The team');
    return row;
  }

  /** Changes what is given. Throws what a tap of `settingsChanging` answers. */
  async update(
    context: RequestContext,
    change: { readonly default_workflow_id?: number | null | undefined; readonly invitation_days?: number | undefined },
  ): Promise<TeamSettingsView> {
    const before = await this.get(context);
    const after = {
      default_workflow_id:
        change.default_workflow_id === undefined ? before.default_workflow_id : change.default_workflow_id,
      invitation_days: change.invitation_days ?? before.invitation_days,
    };
    const refusal = await this.hooks.settingsChanging.promise(context, after);
    if (refusal !== undefined) throw refusal;
    await this.#run(trx =>
      trx
        .updateTable('tenancy.team')
        .set({ ...after, updated_at: new Date() })
        .where('id', '=', context.team.id)
        .execute(),
    );
    return after;
  }

  /** The workflow of projects that name none; undefined for the system one, also when the chosen one is gone. */
  async defaultWorkflow(context: RequestContext): Promise<number | undefined> {
    const settings = await this.get(context);
    if (settings.default_workflow_id === null || isFault(await this.hooks.settingsChanging.promise(context, settings)))
      return undefined;
    return settings.default_workflow_id;
  }

  /** Sets the picture, or takes it away when undefined; answers its blob. */
  async setAvatar(context: RequestContext, source: AsyncIterable<Uint8Array> | undefined): Promise<string | undefined> {
    const hash = source === undefined ? undefined : await keepAvatar(this.blobs, source);
    await this.#run(trx =>
      trx
        .updateTable('tenancy.team')
        .set({ avatar_hash: hash ?? null, updated_at: new Date() })
        .where('id', '=', context.team.id)
        .execute(),
    );
    return hash;
  }

  #run<T>(work: (trx: Kysely<TenancyTables>) => Promise<T>): Promise<T> {
    return this.database.system<TenancyTables>('settings of a team').transaction(work);
  }
}
