import { BlobUrlsToken, defineServerHalf, LogToken } from '#core/kernel/server/index.ts';
import { Members, Organizations, SdkTokens, Teams } from '#core/tenancy/server/index.ts';
import manifest from '../manifest.ts';
import { accessApi } from '../common/access-api.ts';
import { teamsApi } from '../common/api.ts';
import { teamCareApi } from '../common/team-care-api.ts';
import { teamRolesApi } from '../common/team-roles-api.ts';
import { teamUsersApi } from '../common/team-users-api.ts';
import { accessHandlers } from './access-handlers.ts';
import { AuditLog } from '#core/audit/server/index.ts';
import { TeamSettings } from './team-settings.ts';
import { TeamsHooks } from './teams-hooks.ts';
import { TeamUsers } from './team-users.ts';
import { ExampleProjects } from './example-projects.ts';
import { InvitationMails } from './invitation-mails.ts';
import { Membership } from './membership.ts';
import { OpenInvitations } from './open-invitations.ts';
import { teamCareHandlers } from './team-care-handlers.ts';
import { PlanRequestMails } from './plan-request-mails.ts';
import { TeamOwnership } from './team-ownership.ts';
import { teamUsersHandlers } from './team-users.ts';
import { teamRolesHandlers } from './team-roles-handlers.ts';
import { teamsHandlers } from './teams-handlers.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [TeamsHooks, Membership, TeamUsers, TeamSettings, InvitationMails],
  bindings(container) {
    for (const service of [
      TeamsHooks,
      Membership,
      TeamUsers,
      TeamSettings,
      TeamOwnership,
      OpenInvitations,
      InvitationMails,
      PlanRequestMails,
      ExampleProjects,
    ])
      container.bind(service as typeof TeamsHooks).toSelf();
  },
  activate({ get, implement, tap, hooks, job }) {
    job('examples', (_, context) => get(ExampleProjects).make(context));
    const audit = get(AuditLog);
    const ownership = get(TeamOwnership);
    tap(hooks.starting, () =>
      ownership
        .finishRemovals()
        .catch((error: unknown) => get(LogToken).error({ err: error }, 'a team could not be deleted')),
    );
    const membership = get(Membership);
    implement(
      teamsApi,
      teamsHandlers({
        membership,
        members: get(Members),
        teams: get(Teams),
        organizations: get(Organizations),
        sdkTokens: get(SdkTokens),
        audit,
        mails: get(InvitationMails),
        planRequests: get(PlanRequestMails),
        examples: get(ExampleProjects),
      }),
    );
    implement(
      teamCareApi,
      teamCareHandlers({
        settings: get(TeamSettings),
        ownership,
        membership,
        invitations: get(OpenInvitations),
        audit,
        urls: get(BlobUrlsToken),
      }),
    );
    implement(accessApi, accessHandlers(get(TeamsHooks)));
    implement(teamRolesApi, teamRolesHandlers({ members: get(Members), membership, audit }));
    implement(teamUsersApi, teamUsersHandlers(get(TeamUsers)));
  },
});
