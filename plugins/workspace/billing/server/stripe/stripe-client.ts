import type { Stripe } from 'stripe';
import type { Log } from '#core/api/server/index.ts';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import type { StripeSettings } from '#core/kernel/server/index.ts';

const TIMEOUT_MS = 20_000;

/** Opens the client of Stripe. Its sockets obey the rules of all requests that leave the server. */
export async function openStripe({ key, endpoint }: StripeSettings, egress: Egress): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const { protocol, hostname, port } = new URL(endpoint);
  const isPlain = protocol === 'http:';
  const { httpAgent, httpsAgent } = egress.agents();
  return new Client(key, {
    httpClient: Client.createNodeHttpClient(isPlain ? httpAgent : httpsAgent),
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/** Runs calls of Stripe. Their errors become faults with texts of our own: answers may hold what others must not see. */
export async function asFaults<T>(log: Pick<Log, 'warn'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { type, code, statusCode, requestId } = error as {
      readonly type?: string;
      readonly code?: string;
      readonly statusCode?: number;
      readonly requestId?: string;
    };
    if (type === undefined || !type.startsWith('Stripe')) throw error;
    if (type === 'StripeCardError')
      throw new Fault('PAYMENT_REFUSED', 'The bank declined the payment. Add another card and try again.', {
        status: 402,
        details: { reason: code },
      });
    if (code === 'resource_missing') throw notFound('The object at the payment provider');
    log.warn({ type, code, status: statusCode, stripeRequest: requestId }, 'a call of Stripe failed');
    throw new Fault(
      'BILLING_PROVIDER_FAILED',
      'The payment provider did not accept the request. Try again later, or ask the operator to check the settings of Stripe.',
      { status: 422, cause: error },
    );
  }
}
