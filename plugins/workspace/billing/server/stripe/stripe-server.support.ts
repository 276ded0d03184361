import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

type Fields = Readonly<Record<string, string>>;

interface Held {
  readonly id: string;
  customer: string;
  price: string;
  status: string;
  cancels: boolean;
}

/** A request as it arrived: its form fields by name, such as `items[0][price]`. */
export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  readonly key: string | undefined;
}

/** Answers like the API of Stripe, in the shapes of its reference for version 2026-10-28, from a state in memory. */
export interface StripeServer {
  readonly origin: string;
  readonly requests: readonly StripeRequest[];
  readonly subscriptions: Held[];
  /** Ids of cards by customer. */
  readonly cards: Map<string, string[]>;
  /** When set, all requests are answered with this status and error. */
  failure: { readonly status: number; readonly error: Fields } | undefined;
  close(): Promise<void>;
}

const PERIOD_END = Date.UTC(2027, 0, 31) / 1000;
const list = (data: readonly object[]): object => ({ object: 'list', data, has_more: false, url: '/v1' });

const subscriptionShape = ({ id, customer, price, status, cancels }: Held): object => ({
  id,
  object: 'subscription',
  customer,
  status,
  cancel_at_period_end: cancels,
  items: list([{ id: `si_${id}`, object: 'subscription_item', price: { id: price }, current_period_end: PERIOD_END }]),
});

const invoiceShape = (id: string, more: object): object => ({
  id,
  object: 'invoice',
  number: 'LOUPE-0001',
  status: 'paid',
  currency: 'eur',
  created: PERIOD_END,
  due_date: null,
  next_payment_attempt: null,
  hosted_invoice_url: 'https://invoice.stripe.test/1',
  total: 4900,
  lines: list([]),
  ...more,
});

/** Starts a server on a free port. */
export async function startStripeServer(): Promise<StripeServer> {
  const requests: StripeRequest[] = [];
  const subscriptions: Held[] = [];
  const cards = new Map<string, string[]>();
  const standard = new Map<string, string>();
  const made = new Map<string, string>();
  const state: { failure: StripeServer['failure'] } = { failure: undefined };

  const answer = (method: string, path: string, fields: Fields, key: string | undefined): object | undefined => {
    const [, , kind = '', id = '', part = ''] = path.split('/');
    const { customer = '' } = fields;
    switch (`${method} ${kind}${id === '' ? '' : part === '' ? '/:' : `/:/${part}`}`) {
      case 'POST customers': {
        const known = made.get(key ?? '') ?? `cus_${made.size + 1}`;
        made.set(key ?? known, known);
        return { id: known, object: 'customer' };
      }
      case 'POST customers/:':
        standard.set(id, fields['invoice_settings[default_payment_method]']!);
        return { id, object: 'customer' };
      case 'GET customers/:':
        return { id, object: 'customer', invoice_settings: { default_payment_method: standard.get(id) ?? null } };
      case 'GET customers/:/payment_methods':
        return list(
          (cards.get(id) ?? []).map(each => ({
            id: each,
            object: 'payment_method',
            card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 },
          })),
        );
      case 'POST payment_methods/:/attach':
        cards.set(customer, [...(cards.get(customer) ?? []), id]);
        return { id, object: 'payment_method' };
      case 'POST payment_methods/:/detach':
        for (const [owner, held] of cards)
          cards.set(
            owner,
            held.filter(each => each !== id),
          );
        return { id, object: 'payment_method' };
      case 'GET setup_intents/:':
        return { id, object: 'setup_intent', payment_method: 'pm_entered' };
      case 'GET subscriptions':
        return list(
          subscriptions
            .filter(each => each.customer === customer && (fields['status'] === 'all' || each.status !== 'canceled'))
            .map(subscriptionShape),
        );
      case 'POST subscriptions/:': {
        const held = subscriptions.find(each => each.id === id)!;
        held.price = fields['items[0][price]'] ?? held.price;
        held.cancels = fields['cancel_at_period_end'] === 'true';
        return subscriptionShape(held);
      }
      case 'GET invoices':
        return list([invoiceShape('in_1', { customer })]);
      case 'POST invoices/:':
        return invoiceShape('upcoming_in_1', {
          total: 3150,
          lines: list([
            { id: 'il_1', object: 'line_item', amount: 4900, description: '1 × Pro (at €49.00 / month)' },
            { id: 'il_2', object: 'line_item', amount: -1750, description: 'Unused time on Starter' },
          ]),
        });
      case 'POST checkout/:':
        return { id: 'cs_1', object: 'checkout.session', url: `https://checkout.stripe.test/${fields['mode']}` };
      default:
        return undefined;
    }
  };

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url!, 'http://stripe.test');
      const fields = Object.fromEntries([...searchParams, ...new URLSearchParams(await text(request))]);
      const key = request.headers['idempotency-key'] as string | undefined;
      requests.push({ method: request.method!, path: pathname, fields, key });
      const found = state.failure === undefined ? answer(request.method!, pathname, fields, key) : undefined;
      const status = state.failure?.status ?? (found === undefined ? 404 : 200);
      const body = found ?? { error: state.failure?.error ?? { type: 'invalid_request_error', code: 'url_invalid' } };
      response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
      response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    subscriptions,
    cards,
    get failure() {
      return state.failure;
    },
    set failure(value) {
      state.failure = value;
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
