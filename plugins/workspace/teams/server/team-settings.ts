import { inject } from 'inversify';
import { isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { Teams } from '#core/tenancy/server/index.ts';
import type { TeamSettingsView } from '../common/team-care-api.ts';
import { keepAvatar } from './avatar-picture.ts';
import { TeamsHooks } from './teams-hooks.ts';

/** Choices of the admins of a team, and its picture. */
export class TeamSettings {
  constructor(
    @inject(Teams) private readonly teams: Teams,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(TeamsHooks) private readonly hooks: TeamsHooks,
  ) {}

  async get(context: RequestContext): Promise<TeamSettingsView> {
    const row = await this.teams.options(context.team.id);
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
    await this.teams.change(context.team.id, after);
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
    await this.teams.change(context.team.id, { avatar_hash: hash ?? null });
    return hash;
  }
}
