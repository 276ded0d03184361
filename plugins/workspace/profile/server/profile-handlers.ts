import { Fault, forbidden, notFound, unauthorized } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { email as emailForm } from '#core/auth/common/index.ts';
import type { People, PersonRow, Sessions } from '#core/auth/server/index.ts';
import type { BlobDriver, BlobUrls } from '#core/data/server/index.ts';
import type { Member, Members } from '#core/tenancy/server/index.ts';
import { keepAvatar } from '#plugins/workspace/teams/server/kit/index.ts';
import type { profileApi, User } from '../common/api.ts';
import { usernameProblem } from '../common/username.ts';
import type { AccountClosing } from './account-closing.ts';
import type { AvatarGrants } from './avatar-grants.ts';

interface ProfileServices {
  readonly people: People;
  readonly sessions: Sessions;
  readonly members: Members;
  readonly closing: AccountClosing;
  readonly grants: AvatarGrants;
  readonly blobs: BlobDriver;
  readonly urls: BlobUrls;
  readonly publicUrl: string;
}

/** Addresses of pictures live this long, in milliseconds. */
const ADDRESS_LIFETIME_MS = 3_600_000;

/** Handlers of the calls about one's account. */
export function profileHandlers({
  people,
  sessions,
  members,
  closing,
  grants,
  blobs,
  urls,
  publicUrl,
}: ProfileServices): Handlers<typeof profileApi> {
  const view = (row: PersonRow, role: number | null): User => ({
    id: row.email,
    email: row.email,
    address: row.address,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    picture: row.avatar_hash !== null,
    avatar_url:
      row.avatar_hash === null
        ? null
        : urls.sign({ hash: row.avatar_hash, type: 'image/webp', name: 'person.webp' }, ADDRESS_LIFETIME_MS),
    user_role: role,
    createdAt: row.created_at.toISOString(),
  });
  const self = async (context: RequestContext): Promise<PersonRow> => {
    const row = await people.byId(context.user.id);
    if (row === undefined) throw unauthorized();
    return row;
  };
  const isSelf = (context: RequestContext, userId: string): boolean => userId === 'me' || userId === context.user.email;
  const memberOf = async (context: RequestContext, email: string): Promise<Member | undefined> =>
    context.maybeTeam === undefined ? undefined : (await members.seen(context)).find(each => each.email === email);
  const seen = async (context: RequestContext, email: string): Promise<User> => {
    const member = await memberOf(context, email);
    if (member === undefined) throw notFound('The person');
    const row = member.personId === null ? undefined : await people.byId(member.personId);
    if (row !== undefined) return view(row, member.role);
    // Who has not come yet has no account of this team's to show.
    return {
      id: email,
      email,
      address: email,
      username: null,
      first_name: '',
      last_name: '',
      picture: false,
      avatar_url: null,
      user_role: member.role,
      createdAt: member.createdAt.toISOString(),
    };
  };
  return {
    getUser: async ({ params }, context) =>
      isSelf(context, params.user_id)
        ? view(await self(context), context.maybeTeam?.role ?? null)
        : seen(context, params.user_id),
    async updateUser({ params, body }, context) {
      if (!isSelf(context, params.user_id)) {
        await seen(context, params.user_id);
        throw forbidden('UseAccount');
      }
      const row = await people.update(context.user.id, {
        firstName: body.first_name,
        lastName: body.last_name,
        username: body.username,
      });
      sessions.forget();
      return view(row, context.maybeTeam?.role ?? null);
    },
    avatarToken(_, context) {
      const { grant, expires } = grants.issue(context.user.id);
      return { uploadUrl: `${publicUrl}/avatar/${grant}`, fields: {}, expiresAt: expires.toISOString() };
    },
    async putAvatar({ params, stream }) {
      const personId = grants.open(params.grant);
      await people.update(personId, { avatarHash: await keepAvatar(blobs, stream) });
      return { success: true };
    },
    async removeAvatar(_, context) {
      await people.update(context.user.id, { avatarHash: null });
      return { success: true };
    },
    async checkUsernameAndEmail({ body }, context) {
      const answer: {
        username?: { exists: boolean; valid: boolean; reason?: string };
        email?: { exists: boolean; valid: boolean };
      } = {};
      if (body.username !== undefined) {
        const username = body.username.trim().toLowerCase();
        const reason = usernameProblem(username);
        const owner = reason === undefined ? await people.byUsername(username) : undefined;
        answer.username = {
          exists: owner !== undefined && owner.id !== context.user.id,
          valid: reason === undefined,
          ...(reason === undefined ? {} : { reason }),
        };
      }
      if (body.email !== undefined) {
        const read = emailForm.safeParse(body.email);
        // Accounts outside of the team are nobody's business: only mail could reveal them.
        answer.email = {
          exists:
            read.success && (read.data === context.user.email || (await memberOf(context, read.data)) !== undefined),
          valid: read.success,
        };
      }
      return answer;
    },
    async requestDelete({ body }, context) {
      const blockedBy = await closing.blockers(context.user.id);
      if (blockedBy.length > 0) return { success: false, blockedBy };
      const left = await closing.close(context, body?.password);
      return { success: left.length === 0, blockedBy: left };
    },
    async userSignOut(_, context) {
      if (context.sessionId === undefined)
        throw new Fault('BAD_REQUEST', 'An SDK token has no session that could end. Revoke the token instead.', {
          status: 400,
        });
      await sessions.endOne(context.user.id, context.sessionId);
      return { success: true };
    },
    userAction: ({ body }) => ({ type: body.type, timestamp: body.timestamp ?? new Date().toISOString() }),
    async generateToken(_, context) {
      const { token, expires } = await sessions.identity(await self(context));
      return { token, expiresAt: expires.toISOString() };
    },
  };
}
