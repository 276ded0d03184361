import { inject, injectable } from 'inversify';
import { Fault, invalidField, isFault, originIn, originOf } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { GuestAnswer, GuestRequest } from '#core/egress/server/index.ts';
import { Egress, guestFetch } from '#core/egress/server/index.ts';
import { RateLimit } from '#core/kernel/server/index.ts';
import { AppCalls } from './app-calls.ts';
import { AppOpenings } from './app-openings.ts';

/** Requests of apps, which the server sends to the hosts that an admin allowed and to no other. */
@injectable()
export class AppFetch {
  readonly #rate = new RateLimit(2, 30);

  constructor(
    @inject(AppOpenings) private readonly openings: AppOpenings,
    @inject(AppCalls) private readonly calls: AppCalls,
    @inject(Egress) private readonly egress: Egress,
  ) {}

  /**
   * @throws Fault NOT_FOUND, HOST_DENIED (403) for a host that was not allowed, INVALID_FIELD, RATE_LIMITED,
   * EGRESS_REFUSED, EGRESS_FAILED, EGRESS_TIMEOUT, EGRESS_TOO_LARGE
   */
  async send(context: RequestContext, appId: number, request: GuestRequest): Promise<GuestAnswer> {
    const { app } = await this.openings.demand(context, appId);
    this.#rate.take(`${context.team.id}/${appId}/${context.user.id}`);
    const origin = originIn(request.url);
    const call = `${request.method} ${origin ?? 'no address'}`;
    const origins = new Set(app.granted.hosts.flatMap(each => originOf(each) ?? []));
    const began = performance.now();
    try {
      if (origin === undefined) throw invalidField('url', 'must begin with https:// or http://');
      if (!origins.has(origin))
        throw new Fault(
          'HOST_DENIED',
          `The app may not reach ${origin}. Who manages apps can allow it, if the app asks for it in its manifest.`,
          { status: 403, details: { host: origin } },
        );
      const answer = await guestFetch(this.egress, origins, request, context.signal);
      await this.calls.note(context, appId, [{ call, outcome: 'done', milliseconds: performance.now() - began }]);
      return answer;
    } catch (error) {
      const code = isFault(error) ? error.code : 'INTERNAL';
      await this.calls.note(context, appId, [
        {
          call,
          outcome: ['HOST_DENIED', 'INVALID_FIELD', 'EGRESS_REFUSED'].includes(code) ? 'refused' : 'failed',
          code,
          milliseconds: performance.now() - began,
        },
      ]);
      throw error;
    }
  }
}
