import { RevisionHook } from '#core/base/common/index.ts';
import type { TeamMember } from '../../common/api.ts';
import type { MemberColumn } from '../members/member-column.ts';

/** The team a question of the browser is about. */
export interface InTeam {
  readonly teamId: number;
}

/**
 * Hooks of other plugins into the screens about people. Query keys below `teams` are asked again when the team changes.
 */
export class TeamsWebHooks {
  /** Columns of the table of members, with their values. */
  readonly columns = new RevisionHook<InTeam, readonly MemberColumn[]>('teams.memberColumns');
  /** Sentences that say what goes when these people leave the team. */
  readonly leaving = new RevisionHook<InTeam, readonly string[], [members: readonly TeamMember[]]>(
    'teams.membersLeaving',
  );
}
