import { Fault } from '#core/base/common/index.ts';
import type { StripeSettings } from '#core/kernel/server/index.ts';

const PLANS = { enterprise: 3, pro: 1, starter: 2 } as const;

const hidden = (name: string, cure: string): Fault => new Fault('CONFIGURATION', `${name} is not valid: ${cure}`);

/** Readers of the settings of Stripe. Keys are secrets, so no error shows the value. */
export const STRIPE_READERS = {
  STRIPE_SECRET_KEY(value: string) {
    if (!/^(sk|rk)_\w{8,}$/.test(value))
      throw hidden('STRIPE_SECRET_KEY', 'use a secret or restricted key, which begins with sk_ or rk_');
    return value;
  },
  STRIPE_WEBHOOK_SECRET(value: string) {
    if (!/^whsec_\S{8,}$/.test(value))
      throw hidden('STRIPE_WEBHOOK_SECRET', 'use the signing secret of the webhook endpoint, which begins with whsec_');
    return value;
  },
  STRIPE_PRICES(value: string) {
    const prices = new Map<number, string>();
    for (const entry of value.split(',')) {
      const [, plan = '', price] = /^\s*(\w+)\s*=\s*(price_\w+)\s*$/.exec(entry) ?? [];
      const code = PLANS[plan.toLowerCase() as keyof typeof PLANS];
      if (code === undefined || price === undefined || prices.has(code) || [...prices.values()].includes(price))
        throw new Fault(
          'CONFIGURATION',
          `STRIPE_PRICES="${value}" is not valid: name each plan (${Object.keys(PLANS).join(', ')}) with a recurring price of its own, such as pro=price_1Abc,starter=price_1Def`,
        );
      prices.set(code, price);
    }
    return prices;
  },
  STRIPE_ENDPOINT(value: string) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
      throw new Fault(
        'CONFIGURATION',
        `STRIPE_ENDPOINT="${value}" is not valid: use an origin such as https://api.stripe.com`,
      );
    return url.origin;
  },
} as const;

interface StripeValues {
  readonly key: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly prices: ReadonlyMap<number, string> | undefined;
  readonly endpoint: string | undefined;
}

/**
 * Returns the settings of Stripe; undefined where none is set.
 * @throws Fault CONFIGURATION naming what is missing when only some are set
 */
export function stripeSettings({ key, webhookSecret, prices, endpoint }: StripeValues): StripeSettings | undefined {
  if (key === undefined && webhookSecret === undefined && prices === undefined && endpoint === undefined)
    return undefined;
  if (key === undefined || webhookSecret === undefined || prices === undefined)
    throw new Fault(
      'CONFIGURATION',
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICES go together: set all three, or none to take no payments',
    );
  return { key, webhookSecret, prices, endpoint: endpoint ?? 'https://api.stripe.com' };
}
