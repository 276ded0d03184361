import type { Fault } from '#core/base/common/index.ts';
import { KeyedHooks, QuestionHook, RevisionHook, StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import type { TeamSettingsView } from '../common/team-care-api.ts';

/** Hooks of other plugins into membership. */
export class TeamsHooks {
  /** Somebody leaves the team; runs in the transaction that removes them. */
  readonly removed = new StageHook<[context: RequestContext, member: Member]>('teams.removed');
  /** A member has another role in the team from now on. */
  readonly roleChanged = new StageHook<[context: RequestContext, member: Member, role: number]>('teams.roleChanged');
  /** A fault as the answer refuses settings. */
  readonly settingsChanging = new QuestionHook<[context: RequestContext, settings: TeamSettingsView], Fault>(
    'teams.settingsChanging',
  );
  /** Things of a kind (`project`) that the caller sees, in order of id: one page of their ids. */
  readonly resources = new KeyedHooks(
    (kind: string) =>
      new RevisionHook<RequestContext, readonly number[], [page: { readonly offset: number; readonly limit: number }]>(
        `teams.resources.${kind}`,
      ),
  );
}
