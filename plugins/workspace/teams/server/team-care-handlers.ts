import type { Handlers } from '#core/api/server/index.ts';
import type { BlobUrls } from '#core/data/server/index.ts';
import { tenancyEvents } from '#core/tenancy/common/index.ts';
import type { teamCareApi } from '../common/team-care-api.ts';
import type { AuditLog } from '#core/audit/server/index.ts';
import type { Membership } from './membership.ts';
import type { OpenInvitations } from './open-invitations.ts';
import type { TeamOwnership } from './team-ownership.ts';
import type { TeamSettings } from './team-settings.ts';

interface TeamCareServices {
  readonly settings: TeamSettings;
  readonly ownership: TeamOwnership;
  readonly membership: Membership;
  readonly invitations: OpenInvitations;
  readonly audit: AuditLog;
  readonly urls: BlobUrls;
}

/** Addresses of pictures live this long, in milliseconds. */
const ADDRESS_LIFETIME_MS = 3_600_000;

/** Handlers of what is done with a team as a whole. */
export function teamCareHandlers({
  settings,
  ownership,
  membership,
  invitations,
  audit,
  urls,
}: TeamCareServices): Handlers<typeof teamCareApi> {
  return {
    getTeamSettings: (_, context) => settings.get(context),
    async putTeamSettings({ body }, context) {
      const changed = await settings.update(context, body);
      await audit.record(context, 'team.settings', changed);
      return changed;
    },
    async putTeamAvatar({ stream }, context) {
      const hash = await settings.setAvatar(context, stream);
      await context.transaction(() => context.publish(tenancyEvents.teamChanged, {}));
      return { avatar_url: urls.sign({ hash: hash!, type: 'image/webp', name: 'team.webp' }, ADDRESS_LIFETIME_MS) };
    },
    async deleteTeamAvatar(_, context) {
      await settings.setAvatar(context, undefined);
      await context.transaction(() => context.publish(tenancyEvents.teamChanged, {}));
      return { success: true };
    },
    async transferTeam({ body }, context) {
      await ownership.transfer(context, body.email);
      await context.transaction(async () => {
        await audit.record(context, 'team.transferred', { to: body.email });
        await context.publish(tenancyEvents.teamChanged, {});
      });
      return { success: true };
    },
    async leaveTeam(_, context) {
      await membership.leave(context);
      return { success: true };
    },
    async deleteTeam(_, context) {
      await ownership.remove(context);
      return { success: true };
    },
    listInvitations: ({ query }, context) => invitations.list(context, query),
  };
}
