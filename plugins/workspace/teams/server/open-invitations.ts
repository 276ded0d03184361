import { inject } from 'inversify';
import { sql } from 'kysely';
import type { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { personRows } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { invitationRows, memberRows } from '#core/tenancy/server/index.ts';
import type { openInvitation } from '../common/team-care-api.ts';

/** Invitations nobody has accepted yet. */
export class OpenInvitations {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /** One page, the newest first, and the number of all. */
  async list(
    context: RequestContext,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: z.output<typeof openInvitation>[]; readonly count: number }> {
    // Names of people are outside the tenant's tables, so this one read goes through the audited handle, bound to the
    // team by hand.
    return this.database.system<unknown>('invitations of a team').transaction(async trx => {
      const open = trx.selectFrom(invitationRows.as('invitation')).where('invitation.team_id', '=', context.team.id);
      const rows = await open
        .innerJoin(memberRows.as('member'), 'member.id', 'invitation.member_id')
        .leftJoin(personRows.as('inviter'), 'inviter.id', 'invitation.invited_by')
        .select([
          'member.email',
          'member.role',
          'inviter.email as invited_by',
          'invitation.created_at',
          'invitation.expires_at',
        ])
        .orderBy('invitation.created_at', 'desc')
        .orderBy('member.id')
        .offset(offset)
        .limit(limit)
        .execute();
      const { count } = await open.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return {
        data: rows.map(row => ({
          email: row.email,
          user_role: row.role,
          invited_by: row.invited_by,
          createdAt: row.created_at.toISOString(),
          expiresAt: row.expires_at.toISOString(),
          expired: row.expires_at <= new Date(),
        })),
        count,
      };
    });
  }
}
