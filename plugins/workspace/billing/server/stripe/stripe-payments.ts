import type { Stripe } from 'stripe';
import type { Log } from '#core/api/server/index.ts';
import { Fault, invalidField, lazily, notFound } from '#core/base/common/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import type { StripeSettings } from '#core/kernel/server/index.ts';
import type { Card, Invoice, InvoicePreview, Subscription } from '../../common/api.ts';
import { planName } from '../../common/plans.ts';
import type { BoughtPlan, CustomerRow, Customers } from '../customers.ts';
import { isGranted } from '../customers.ts';
import type { Payer, PaymentProvider } from '../payment-provider.ts';
import { asFaults, openStripe } from './stripe-client.ts';
import { boughtPlan, cardOf, invoiceOf, previewOf } from './stripe-shapes.ts';

/** Invoices that a list answers at most. */
const INVOICES = 500;

interface StripeParts {
  readonly settings: StripeSettings;
  readonly customers: Customers;
  readonly egress: Egress;
  readonly log: Pick<Log, 'warn'>;
  /** Address people open. */
  readonly publicUrl: string;
}

/**
 * Payments by Stripe. Cards are entered on pages of Stripe only; no part of a card number passes through the server.
 */
export class StripePayments implements PaymentProvider {
  readonly name = 'stripe';
  readonly forSale: ReadonlySet<number>;
  readonly #parts: StripeParts;
  readonly #client: () => Promise<Stripe>;

  constructor(parts: StripeParts) {
    this.#parts = parts;
    this.forSale = new Set(parts.settings.prices.keys());
    this.#client = lazily(() => openStripe(parts.settings, parts.egress));
  }

  async account(payer: Payer): Promise<{ subscription: Subscription | undefined; cards: Card[] }> {
    const row = await this.#parts.customers.of(payer.organizationId);
    if (row === undefined) return { subscription: undefined, cards: [] };
    return { subscription: viewOf(row), cards: await this.#cards(row.customer) };
  }

  async invoices(payer: Payer): Promise<readonly Invoice[]> {
    const row = await this.#parts.customers.of(payer.organizationId);
    if (row === undefined) return [];
    return this.#call(async stripe =>
      (await stripe.invoices.list({ customer: row.customer, limit: 100 }).autoPagingToArray({ limit: INVOICES })).map(
        invoiceOf,
      ),
    );
  }

  async preview(payer: Payer, plan: number): Promise<InvoicePreview> {
    const price = this.#price(plan);
    const { customer } = await this.#customer(payer);
    return this.#call(async stripe => {
      const current = await this.#current(stripe, customer);
      const [item] = current?.items.data ?? [];
      return previewOf(
        await stripe.invoices.createPreview({
          customer,
          ...(current === undefined ? {} : { subscription: current.id }),
          subscription_details: { items: [{ ...(item === undefined ? {} : { id: item.id }), price }] },
        }),
      );
    });
  }

  async subscribe(payer: Payer, plan: number): Promise<string> {
    const price = this.#price(plan);
    const row = await this.#customer(payer);
    return this.#call(async stripe => {
      if ((await this.#current(stripe, row.customer)) !== undefined)
        throw new Fault('SUBSCRIPTION_EXISTS', 'A plan was bought already. Change it instead of buying another one.', {
          status: 409,
        });
      return this.#checkout(stripe, payer, {
        mode: 'subscription',
        customer: row.customer,
        line_items: [{ price, quantity: 1 }],
      });
    });
  }

  async change(payer: Payer, plan: number): Promise<void> {
    const price = this.#price(plan);
    await this.#update(payer, ({ items }) => ({
      items: [{ id: items.data[0]!.id, price }],
      cancel_at_period_end: false,
      proration_behavior: 'create_prorations',
      payment_behavior: 'error_if_incomplete',
    }));
  }

  async cancel(payer: Payer): Promise<void> {
    await this.#update(payer, () => ({ cancel_at_period_end: true }));
  }

  async addCard(payer: Payer, token: string | undefined): Promise<string | undefined> {
    const { customer } = await this.#customer(payer);
    return this.#call(async stripe => {
      if (token === undefined)
        return this.#checkout(stripe, payer, { mode: 'setup', customer, allowed_payment_method_types: ['card'] });
      if (!/^pm_\w+$/.test(token))
        throw invalidField('token', 'must be a payment method of Stripe, which begins with pm_');
      await stripe.paymentMethods.attach(token, { customer });
      await payWith(stripe, customer, token);
      return undefined;
    });
  }

  async removeCard(payer: Payer, card: string): Promise<void> {
    const row = await this.#parts.customers.of(payer.organizationId);
    if (row === undefined || !(await this.#cards(row.customer)).some(each => each.id === card))
      throw notFound('The card');
    await this.#call(stripe => stripe.paymentMethods.detach(card));
  }

  /**
   * Takes an event that Stripe sent. Events of other installations and of kinds that change nothing here are accepted.
   * @throws Fault SIGNATURE_INVALID (400) for one that Stripe did not sign, or signed more than five minutes ago
   */
  async receive(body: Buffer, signature: string | undefined): Promise<void> {
    const stripe = await this.#client();
    const event = verified(stripe, body, signature, this.#parts.settings.webhookSecret);
    const { customer } = event.data.object as { readonly customer?: string | { readonly id: string } | null };
    const name = typeof customer === 'string' ? customer : customer?.id;
    const row = name === undefined ? undefined : await this.#parts.customers.named(name);
    if (row === undefined || (await this.#parts.customers.knowsEvent(event.id))) return;
    if (event.type === 'checkout.session.completed') await this.#useEnteredCard(event.data.object, row.customer);
    await this.#follow(row, event.id);
  }

  /** Pays with the card that was entered on a page of Stripe. */
  async #useEnteredCard({ mode, setup_intent: intent }: Stripe.Checkout.Session, customer: string): Promise<void> {
    if (mode !== 'setup' || intent === null) return;
    await this.#call(async stripe => {
      const { payment_method: method } = await stripe.setupIntents.retrieve(
        typeof intent === 'string' ? intent : intent.id,
      );
      if (method !== null) await payWith(stripe, customer, typeof method === 'string' ? method : method.id);
    });
  }

  async #update(
    payer: Payer,
    change: (current: Stripe.Subscription) => Stripe.SubscriptionUpdateParams,
  ): Promise<void> {
    const row = await this.#parts.customers.of(payer.organizationId);
    const none = (): Fault => new Fault('SUBSCRIPTION_NONE', 'No plan was bought yet. Buy one first.', { status: 409 });
    if (row === undefined) throw none();
    await this.#call(async stripe => {
      const current = await this.#current(stripe, row.customer);
      if (current === undefined) throw none();
      await stripe.subscriptions.update(current.id, change(current));
    });
    await this.#follow(row);
  }

  #follow(row: CustomerRow, event?: string): Promise<unknown> {
    const { customers, settings, log } = this.#parts;
    const read = ({ customer, subscription }: CustomerRow): Promise<BoughtPlan | undefined> =>
      this.#call(async stripe => {
        const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
        const plans = data.flatMap(each => boughtPlan(each, settings.prices) ?? []);
        const granted = plans.filter(each => isGranted(each.status));
        if (granted.length > 1)
          log.warn({ organization: row.organization_id, customer }, 'a customer has more than one subscription');
        // The newest is first.
        return granted[0] ?? plans.find(each => each.id === subscription) ?? plans[0];
      });
    return customers.follow(row.organization_id, read, event);
  }

  /** Returns the subscription that is paid for now. */
  async #current(stripe: Stripe, customer: string): Promise<Stripe.Subscription | undefined> {
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
    return data.find(each => isGranted(boughtPlan(each, this.#parts.settings.prices)?.status ?? null));
  }

  async #cards(customer: string): Promise<Card[]> {
    return this.#call(async stripe => {
      const [found, { data }] = await Promise.all([
        stripe.customers.retrieve(customer),
        stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 100 }),
      ]);
      const standard = found.deleted === true ? null : found.invoice_settings.default_payment_method;
      const id = typeof standard === 'string' ? standard : standard?.id;
      return data.flatMap(each => cardOf(each, id) ?? []);
    });
  }

  /** Returns the customer of an organization, made at its first use. Two requests at once make one. */
  async #customer({ organizationId, name, email }: Payer): Promise<CustomerRow> {
    const { customers, publicUrl } = this.#parts;
    const known = await customers.of(organizationId);
    if (known !== undefined) return known;
    const { id } = await this.#call(stripe =>
      stripe.customers.create(
        { name, email, metadata: { loupe: publicUrl, organization_id: String(organizationId) } },
        { idempotencyKey: `loupe-customer-${publicUrl}-${organizationId}` },
      ),
    );
    return customers.keep(organizationId, id);
  }

  async #checkout(stripe: Stripe, payer: Payer, params: Stripe.Checkout.SessionCreateParams): Promise<string> {
    const back = `${this.#parts.publicUrl}/org/${payer.organizationId}/billing`;
    const { url } = await stripe.checkout.sessions.create({ ...params, success_url: back, cancel_url: back });
    return url!;
  }

  #price(plan: number): string {
    const price = this.#parts.settings.prices.get(plan);
    if (price === undefined)
      throw invalidField(
        'plan',
        `${planName(plan)} cannot be bought here. Choose ${[...this.forSale].map(planName).join(' or ')}, or ask the operator`,
      );
    return price;
  }

  async #call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.#client();
    return asFaults(this.#parts.log, () => work(stripe));
  }
}

const payWith = (stripe: Stripe, customer: string, method: string): Promise<unknown> =>
  stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });

function verified(stripe: Stripe, body: Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch (error) {
    throw new Fault('SIGNATURE_INVALID', 'The Stripe-Signature header does not fit this event.', {
      status: 400,
      cause: error,
    });
  }
}

function viewOf({ plan, status, period_end: end, cancels }: CustomerRow): Subscription | undefined {
  if (plan === null || status === null) return undefined;
  return { plan, status, period_end: end?.toISOString() ?? null, cancels };
}
