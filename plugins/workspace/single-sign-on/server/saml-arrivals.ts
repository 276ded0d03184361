import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { ProviderSession } from '#core/auth/server/index.ts';
import { OneTimeTokens, signOnExpired } from '#core/auth/server/index.ts';
import type { Claims } from '../common/claims.ts';
import type { ProviderRow } from './providers.ts';
import { Providers } from './providers.ts';
import { SamlClient } from './saml-client.ts';
import { samlFault } from './saml-text.ts';

/** Time between the arrival of a response and the page that uses it, in minutes. */
const ARRIVAL_MINUTES = 5;

const claims = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  groups: z.array(z.string()).optional(),
});
const arrival = z.object({
  organization_id: z.int(),
  version: z.int(),
  problem: z.string().optional(),
  claims: claims.optional(),
  in_response_to: z.string().optional(),
  format: z.string().optional(),
  index: z.string().optional(),
});

/** A response that arrived and was checked, with the provider that sent it. */
export interface Arrival {
  readonly organizationId: number;
  /** Version of the provider that the response was checked with. */
  readonly version: number;
  readonly claims: Claims;
  readonly inResponseTo: string | undefined;
  /** Format of the name of the person, and the index of the session there. */
  readonly session: Pick<ProviderSession, 'format' | 'index'>;
}

/** Responses of SAML providers between their arrival and the page that signs in with them. */
export class SamlArrivals {
  constructor(
    @inject(Providers) private readonly providers: Providers,
    @inject(SamlClient) private readonly client: SamlClient,
    @inject(OneTimeTokens) private readonly tokens: OneTimeTokens,
  ) {}

  /**
   * Checks a response and returns the secret under which its claims, or its problem, can be taken once. Nobody is
   * signed in by it.
   */
  async receive(organizationId: number, response: string): Promise<string> {
    const row = await this.providers.find(organizationId);
    // Without a provider there is nobody to show a problem to, and nothing is kept of what anybody sends.
    if (row?.protocol !== 'saml') return 'none';
    const of = { organization_id: organizationId, version: row.version };
    try {
      const { claims: read, inResponseTo, session } = await this.client.read(row, response);
      return await this.#keep({
        ...of,
        claims: read,
        ...session,
        ...(inResponseTo === undefined ? {} : { in_response_to: inResponseTo }),
      });
    } catch (error) {
      if (!isFault(error) || error.code !== 'SSO_FAILED') throw error;
      return this.refuse(row, error.message);
    }
  }

  /**
   * Returns what arrived, and uses the secret up.
   * @throws Fault SSO_EXPIRED (401), SSO_FAILED (422) with the problem of the response
   */
  async take(answer: string): Promise<Arrival> {
    return this.#open((await this.tokens.redeem('external-answer', secretOf(answer)))?.data);
  }

  /** Keeps a problem for the page that shows it, and returns the secret under which it can be taken. */
  refuse({ organization_id, version }: ProviderRow, problem: string): Promise<string> {
    return this.#keep({ organization_id, version, problem: problem.slice(0, 500) });
  }

  /** Returns what arrived, and leaves the secret good. @throws Fault SSO_EXPIRED (401), SSO_FAILED (422) */
  async look(answer: string): Promise<Arrival> {
    return this.#open((await this.tokens.peek('external-answer', secretOf(answer)))?.data);
  }

  #keep(data: Readonly<Record<string, unknown>>): Promise<string> {
    return this.tokens.issue('external-answer', { data }, ARRIVAL_MINUTES);
  }

  #open(data: Readonly<Record<string, unknown>> | undefined): Arrival {
    if (data === undefined) throw signOnExpired();
    const { organization_id, version, problem, claims: read, in_response_to, format, index } = arrival.parse(data);
    if (problem !== undefined || read === undefined) throw samlFault(problem ?? 'The response says nothing.');
    return {
      organizationId: organization_id,
      version,
      claims: { ...read, email: read.email, groups: read.groups },
      inResponseTo: in_response_to,
      session: { format, index },
    };
  }
}

const secretOf = (answer: string): string => new URLSearchParams(answer).get('saml') ?? '';
