import { inject } from 'inversify';
import { isFault, notFound } from '#core/base/common/index.ts';
import type { Departure } from '#core/auth/common/index.ts';
import { signOnExpired } from '#core/auth/server/index.ts';
import type { Trial } from '../common/api.ts';
import { Providers } from './providers.ts';
import { SignOnAccounts } from './sign-on-accounts.ts';
import { SignOn } from './sign-on.ts';
import { TeamPlacing } from './team-placing.ts';

const NOTHING = { email: null, name: null, subject: null, groups: [], teams: [] };

/** Test sign-ins: they show what the provider answers, and sign nobody in. */
export class Trials {
  constructor(
    @inject(Providers) private readonly providers: Providers,
    @inject(SignOn) private readonly signOn: SignOn,
    @inject(SignOnAccounts) private readonly accounts: SignOnAccounts,
    @inject(TeamPlacing) private readonly placing: TeamPlacing,
  ) {}

  /** @throws Fault NOT_FOUND (404), SSO_FAILED (422) */
  async begin(organizationId: number, personId: number): Promise<Departure> {
    const provider = await this.providers.find(organizationId);
    if (provider === undefined) throw notFound('The identity provider');
    return this.signOn.depart(provider, 'external-trial', undefined, personId);
  }

  /** Returns what a test showed; a provider that fails is a result and no error. @throws Fault SSO_EXPIRED (401) */
  async finish(organizationId: number, personId: number, ticket: string, answer: string): Promise<Trial> {
    try {
      const { provider, claims, personId: who } = await this.signOn.arrive(ticket, 'external-trial', answer);
      if (provider.organization_id !== organizationId || who !== personId) throw signOnExpired();
      const groups = claims.groups ?? [];
      const shown = {
        email: claims.email ?? null,
        name: `${claims.firstName} ${claims.lastName}`.trim() || null,
        subject: claims.subject,
        groups: [...groups],
        teams: (await this.placing.plan(organizationId, groups)).map(({ name, role }) => ({ name, role })),
      };
      try {
        await this.accounts.demandOwnAddress(organizationId, claims);
      } catch (error) {
        if (!isFault(error) || error.code !== 'SSO_REFUSED') throw error;
        return { success: false, problem: error.message, ...shown };
      }
      await this.providers.noteTested(organizationId, provider.version);
      return { success: true, problem: null, ...shown };
    } catch (error) {
      if (!isFault(error) || error.code !== 'SSO_FAILED') throw error;
      return { success: false, problem: error.message, ...NOTHING };
    }
  }
}
