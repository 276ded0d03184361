import { defineApi, z } from '#core/api/common/index.ts';
import { session } from './api.ts';
import { email } from './email.ts';

/** Secret of one journey to an identity provider; it stays in the tab that began it. */
export const ticket = z.string().min(20).max(100);
/** The query with which the identity provider sends the browser back, without the question mark. */
export const providerAnswer = z.string().min(1).max(12_000, 'is longer than the answer of an identity provider');

/** An address to send the browser to, and the secret with which it comes back. */
export const departure = z.object({ url: z.string(), ticket: z.string() });
export type Departure = z.output<typeof departure>;

/** Person that an answer of a provider would sign in. */
export const externalAnswer = z.object({ email: z.string(), organization: z.string() });
export type ExternalAnswer = z.output<typeof externalAnswer>;

/** Calls of people whose organization signs them in with an identity provider. */
export const externalApi = defineApi({
  service: 'auth',
  operations: {
    beginExternalSignIn: {
      method: 'POST',
      path: '/sign-in/external/begin',
      summary: 'Where to sign in with the identity provider of the organization that an e-mail address belongs to',
      access: 'public',
      cost: 20,
      body: z.strictObject({ email }),
      reply: departure,
    },
    describeExternalAnswer: {
      method: 'POST',
      reads: true,
      path: '/sign-in/external/answer',
      summary: 'Whom a sign-in would sign in that began at the identity provider; the person confirms it',
      access: 'public',
      cost: 20,
      body: z.strictObject({ answer: providerAnswer }),
      reply: externalAnswer,
    },
    externalSignIn: {
      method: 'POST',
      path: '/sign-in/external',
      summary: 'Sign in with the answer of an identity provider',
      access: 'public',
      cost: 20,
      /** The ticket is absent when the provider began the sign-in. */
      body: z.strictObject({ ticket: ticket.optional(), answer: providerAnswer }),
      reply: session,
    },
  },
});
