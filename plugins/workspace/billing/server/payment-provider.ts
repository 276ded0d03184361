import { Fault } from '#core/base/common/index.ts';
import type { Card, Invoice, InvoicePreview, Subscription } from '../common/api.ts';

/** The organization that pays. */
export interface Payer {
  readonly organizationId: number;
  readonly name: string;
  /** Address of the owner. */
  readonly email: string;
}

/** Takes payments for plans. Calls throw BILLING_PROVIDER_FAILED (422) while the provider cannot be reached. */
export interface PaymentProvider {
  readonly name: 'none' | 'stripe';
  /** Plans that can be bought, by their code. */
  readonly forSale: ReadonlySet<number>;
  /** The plan that was bought and the cards; undefined and none before the first purchase. */
  account(payer: Payer): Promise<{ readonly subscription: Subscription | undefined; readonly cards: readonly Card[] }>;
  /** All invoices, the newest first. */
  invoices(payer: Payer): Promise<readonly Invoice[]>;
  /** Returns what a plan would cost, with what is credited for the one before. */
  preview(payer: Payer, plan: number): Promise<InvoicePreview>;
  /** Returns the address of the page at which a plan is paid for. @throws Fault SUBSCRIPTION_EXISTS (409) */
  subscribe(payer: Payer, plan: number): Promise<string>;
  /** Changes the plan at once. @throws Fault SUBSCRIPTION_NONE (409), PAYMENT_REFUSED (402) */
  change(payer: Payer, plan: number): Promise<void>;
  /** Cancels at the end of the period. @throws Fault SUBSCRIPTION_NONE (409) */
  cancel(payer: Payer): Promise<void>;
  /** Adds a payment method and pays with it, or returns the address of the page at which a card is entered. */
  addCard(payer: Payer, token: string | undefined): Promise<string | undefined>;
  /** @throws Fault NOT_FOUND for a card that is not the payer's */
  removeCard(payer: Payer, card: string): Promise<void>;
}

const refuse = (): never => {
  throw new Fault(
    'BILLING_PROVIDER_NONE',
    'This installation takes no payments: its operator sets the plan. Ask for another one under Organization › Plan.',
    { status: 409 },
  );
};

/** Takes no payments: the operator sets plans. */
export const noPayments: PaymentProvider = {
  name: 'none',
  forSale: new Set(),
  account: async () => ({ subscription: undefined, cards: [] }),
  invoices: async () => [],
  preview: async () => refuse(),
  subscribe: async () => refuse(),
  change: async () => refuse(),
  cancel: async () => refuse(),
  addCard: async () => refuse(),
  removeCard: async () => refuse(),
};
