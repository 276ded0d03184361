import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { MailerToken, PublicUrlToken } from '#core/kernel/server/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import type { ProviderRequest } from '../common/api.ts';
import { changeMail, requestMail } from '../common/request-mail.ts';

/** Mails about projects at annotation providers. */
export class RequestMails {
  constructor(
    @inject(MailerToken) private readonly mailer: Mailer,
    @inject(Members) private readonly members: Members,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  get kind(): Mailer['kind'] {
    return this.mailer.kind;
  }

  /** The page of the requests to a person. */
  pageOf(context: RequestContext): string {
    return `${this.publicUrl}/t/${context.team.id}/provider-requests`;
  }

  /** Asks a provider to take a project. Returns why no mail went out. */
  async ask(context: RequestContext, request: ProviderRequest, address: string, link: string): Promise<string | null> {
    return this.#send(address, requestMail({ request, team: context.team.name, by: context.user.email, link }));
  }

  /** Notifies the other side of a change. A mail that fails is in the log; the request shows the change anyway. */
  async notify(context: RequestContext, request: ProviderRequest, side: 'team' | 'provider'): Promise<void> {
    const name = side === 'team' ? request.sent_by : request.provider;
    const [member] = await this.members.list(context, name);
    if (member === undefined || member.personId === null) return;
    const link =
      side === 'team'
        ? `${this.publicUrl}/t/${context.team.id}/p/${request.project_id}/setup/providers`
        : this.pageOf(context);
    const failure = await this.#send(
      member.address,
      changeMail({ request, team: context.team.name, by: context.user.email, link }),
    );
    if (failure !== null)
      context.log.warn({ request: request.id, reason: failure }, 'a provider request was not mailed');
  }

  async #send(to: string, mail: { readonly subject: string; readonly text: string }): Promise<string | null> {
    if (this.mailer.kind === 'none') return null;
    try {
      await this.mailer.send({ to, ...mail });
      return null;
    } catch (error) {
      if (!isFault(error)) throw error;
      return error.message;
    }
  }
}
