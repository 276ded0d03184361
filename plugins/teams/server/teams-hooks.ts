import { Stage } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';

/** What other plugins may add to membership. */
export class TeamsHooks {
  /** Somebody leaves the team; runs in the transaction that removes them. */
  readonly removed = new Stage<[context: RequestContext, member: Member]>('teams.removed');
}
