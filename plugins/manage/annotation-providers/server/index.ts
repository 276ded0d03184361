import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { AuditLog } from '#core/audit/server/index.ts';
import { defineServerHalf, PublicUrlToken } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { TeamsHooks } from '#plugins/workspace/teams/server/kit/index.ts';
import { providersApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { ProviderRequests } from './provider-requests.ts';
import { RequestMails } from './request-mails.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    container.bind(ProviderRequests).toSelf();
    container.bind(RequestMails).toSelf();
  },
  activate({ get, implement, tap }) {
    const [requests, mails, members, audit] = [get(ProviderRequests), get(RequestMails), get(Members), get(AuditLog)];
    /** Invites who is no member yet; returns their name in the team, and the address of the page on which they answer. */
    const reach = async (
      context: RequestContext,
      address: string,
      member: Member | undefined,
    ): Promise<{ email: string; link: string; invited: boolean }> => {
      if (member !== undefined && !member.pending)
        return { email: member.email, link: mails.pageOf(context), invited: false };
      await context.demand('InviteTeamUser');
      const role = member?.role ?? teamRoles.contributor;
      const { memberId, token } = await members.invitations.invite(context, address, role, {
        byMail: mails.kind !== 'none',
        alongside: () => audit.record(context, 'member.invited', { email: address, role }),
      });
      // An account whose address was changed is named by its first one.
      const email = (await members.list(context)).find(each => each.id === memberId)?.email ?? address;
      return { email, link: `${get(PublicUrlToken)}/invite/${token}`, invited: true };
    };
    const handlers: Handlers<typeof providersApi> = {
      async sendToProvider({ params, body }, context) {
        const [member] = await members.list(context, body.e_mail);
        const asked = { role: body.user_role, message: body.message };
        await requests.check(context, params.project_id, { ...asked, email: member?.email ?? body.e_mail });
        const { email, link, invited } = await reach(context, body.e_mail, member);
        const request = await requests.send(context, params.project_id, { ...asked, email });
        const unmailed = await mails.ask(context, request, invited ? body.e_mail : member!.address, link);
        // The link of an invitation that was to be mailed proves who owns the address.
        const shown = mails.kind === 'none' || (unmailed !== null && !invited) ? link : null;
        return { ...request, mail: mails.kind, link: shown, unmailed };
      },
      listProviderRequests: ({ params, query }, context) => requests.ofProject(context, params.project_id, query),
      async decideProviderRequest({ params, body }, context) {
        const changed = await requests.decide(context, params.project_id, params.request_id, body);
        await mails.notify(context, changed, 'provider');
        return changed;
      },
      listReceivedRequests: ({ query }, context) => requests.received(context, query),
      async answerProviderRequest({ params, body }, context) {
        const changed = await requests.answer(context, params.request_id, body);
        await mails.notify(context, changed, 'team');
        return changed;
      },
    };
    implement(providersApi, handlers);
    tap(get(TeamsHooks).removed, (context, member) => requests.withdrawAll(context, member.email));
  },
});
