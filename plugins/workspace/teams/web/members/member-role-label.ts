import type { TeamRole } from '#core/permissions/common/index.ts';
import { teamRoleLabels } from '#core/permissions/common/index.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';

/** Name of the role of a member: that of the team's own role, where they have one. */
export const roleLabel = (member: TeamMember): string =>
  member.team_role?.name ?? teamRoleLabels[member.user_role as TeamRole] ?? messages.shared.contributor;
