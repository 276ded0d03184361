import type { Stripe } from 'stripe';
import type { Card, Invoice, InvoicePreview, Subscription } from '../../common/api.ts';
import type { BoughtPlan } from '../customers.ts';

/** Currencies whose amounts Stripe counts in hundredths although they have no smaller unit. */
const HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** Returns an amount of Stripe in the unit of its currency: 1999 EUR cents are 19.99. */
export function inUnits(amount: number, currency: string): number {
  const code = currency.toUpperCase();
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return amount / 10 ** (HUNDREDTHS.has(code) ? 2 : maximumFractionDigits);
}

const STATUS: Readonly<Record<string, Subscription['status']>> = {
  trialing: 'trial',
  active: 'active',
  past_due: 'past_due',
  incomplete: 'incomplete',
  canceled: 'canceled',
  // Stripe gave up collecting, or the first payment never came.
  unpaid: 'expired',
  paused: 'expired',
  incomplete_expired: 'expired',
};

const date = (seconds: number): Date => new Date(seconds * 1000);

/** Returns a subscription; undefined for one whose price is none of the plans. */
export function boughtPlan(
  subscription: Stripe.Subscription,
  prices: ReadonlyMap<number, string>,
): BoughtPlan | undefined {
  const [item] = subscription.items.data;
  const plan = [...prices].find(([, price]) => price === item?.price.id)?.[0];
  if (item === undefined || plan === undefined) return undefined;
  return {
    id: subscription.id,
    plan,
    status: STATUS[subscription.status] ?? 'incomplete',
    periodEnd: date(item.current_period_end),
    cancels: subscription.cancel_at_period_end,
  };
}

const INVOICE_STATES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

export const invoiceOf = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  status: INVOICE_STATES.find(each => each === invoice.status) ?? 'draft',
  total: inUnits(invoice.total, invoice.currency),
  currency: invoice.currency.toUpperCase(),
  dueAt: date(invoice.due_date ?? invoice.created).toISOString(),
  url: invoice.hosted_invoice_url ?? null,
});

export const previewOf = (invoice: Stripe.Invoice): InvoicePreview => ({
  lines: invoice.lines.data.map(line => ({
    text: line.description ?? '',
    amount: inUnits(line.amount, invoice.currency),
  })),
  total: inUnits(invoice.total, invoice.currency),
  currency: invoice.currency.toUpperCase(),
  dueAt: date(invoice.due_date ?? invoice.next_payment_attempt ?? invoice.created).toISOString(),
});

/** Returns a card; undefined for another kind of payment method. */
export function cardOf({ id, card }: Stripe.PaymentMethod, standard: string | undefined): Card | undefined {
  if (card === undefined) return undefined;
  return {
    id,
    brand: card.brand,
    last4: card.last4,
    exp: `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
    default: id === standard,
  };
}
