import Stripe from 'stripe';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Licence } from '../../common/api.ts';
import { billingApi, licencesApi, planApi } from '../../common/api.ts';
import type { StripeServer } from './stripe-server.support.ts';
import { startStripeServer } from './stripe-server.support.ts';

const SECRET = 'whsec_of_the_tests';
const [PRO, STARTER, FREE] = [1, 2, 99];

eachDatabase(kind => {
  let stripe: StripeServer;
  let app: TestApp;
  let root: TestPerson;
  let team: TestTeam;
  let owner: TestPerson;
  let teams = 0;
  let events = 0;

  const billing = <T>(name: keyof typeof billingApi.operations, body?: object, by = owner): Promise<Answer<T>> =>
    by.call<T>('main', billingApi.operations[name], {
      query: { team_id: team.id },
      ...(body === undefined ? {} : { body }),
    });
  const planOf = async (): Promise<number> => (await billing<Licence>('planDetails')).body.plan;
  const customer = async (): Promise<string> => {
    await billing('previewInvoice', { plan: PRO });
    return stripe.requests.findLast(each => each.path === '/v1/invoices/create_preview')!.fields['customer']!;
  };
  const eventOf = (type: string, object: object, id = `evt_${(events += 1)}`): string =>
    JSON.stringify({ id, object: 'event', type, data: { object } });
  const deliver = (payload: string, header?: string): Promise<Answer> =>
    app.request('POST', '/billing/stripe/events', {
      bytes: Buffer.from(payload),
      headers: {
        'content-type': 'application/json',
        'stripe-signature': header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET }),
      },
    });
  /** Lets the customer pay on the page of Stripe, which reports it. */
  const pay = async (price: string): Promise<{ customer: string; held: StripeServer['subscriptions'][number] }> => {
    const name = await customer();
    const held = { id: `sub_${teams}`, customer: name, price, status: 'active', cancels: false };
    stripe.subscriptions.unshift(held);
    expect((await deliver(eventOf('customer.subscription.created', { id: held.id, customer: name }))).status).toBe(200);
    return { customer: name, held };
  };

  beforeAll(async () => {
    stripe = await startStripeServer();
    app = await openTestApp(kind, {
      plugins: ['projects', 'items', 'teams', 'administration', 'billing'],
      settings: {
        egressAllow: ['127.0.0.1'],
        stripe: {
          key: 'sk_test_12345678',
          webhookSecret: SECRET,
          endpoint: stripe.origin,
          prices: new Map([
            [PRO!, 'price_pro'],
            [STARTER!, 'price_starter'],
          ]),
        },
      },
    });
    root = (await app.team('Root', { superAdmin: true })).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await stripe?.close();
  }, DATABASE_TIMEOUT_MS);
  beforeEach(async () => {
    team = await app.team(`Payer${(teams += 1)}`);
    ({ owner } = team);
  });

  it('should sell a plan on a page of Stripe and grant it once Stripe reports it', async () => {
    expect((await billing('getCustomer')).body).toMatchObject({ provider: 'stripe', subscription: null, cards: [] });
    expect((await billing('listInvoices')).body).toEqual({ data: [], count: 0 });
    expect((await billing('createSubscription', { plan: PRO })).body).toEqual({
      success: true,
      url: 'https://checkout.stripe.test/subscription',
    });
    expect(stripe.requests.at(-1)).toMatchObject({
      path: '/v1/checkout/sessions',
      fields: {
        'line_items[0][price]': 'price_pro',
        success_url: `http://localhost/org/${team.organizationId}/billing`,
      },
    });
    expect(await planOf()).toBe(3);
    await pay('price_pro');
    expect(await planOf()).toBe(PRO);
    expect((await billing('getCustomer')).body).toMatchObject({
      subscription: { plan: PRO, status: 'active', period_end: '2027-01-31T00:00:00.000Z', cancels: false },
    });
    expect((await billing('listInvoices')).body).toMatchObject({
      count: 1,
      data: [{ number: 'LOUPE-0001', status: 'paid', total: 49, currency: 'EUR' }],
    });
    expect(
      (await owner.call('main', planApi.operations.getPlan, { params: { organization_id: team.organizationId } })).body,
    ).toMatchObject({
      payments: { provider: 'stripe', team_id: team.id },
      plans: [{ for_sale: false }, { id: PRO, current: true, for_sale: true }, { for_sale: true }, { for_sale: false }],
    });
    expect(await billing('createSubscription', { plan: STARTER })).toMatchObject({
      status: 409,
      body: { code: 'SUBSCRIPTION_EXISTS' },
    });
  });

  it('should sell to the owner in a team of theirs, though the organization has others', async () => {
    const { people, teams: all } = app.app.services;
    const other = await people.create({
      email: `other@payer${teams}.test`,
      password: 'correct horse',
      firstName: 'Mia',
      lastName: 'Other',
      superAdmin: false,
    });
    await all.create(team.organizationId, 'A team of somebody else', other);
    const plan = await owner.call<{ payments: { team_id: number } }>('main', planApi.operations.getPlan, {
      params: { organization_id: team.organizationId },
    });
    expect(plan.body.payments.team_id).toBe(team.id);
  });

  it('should preview, change and cancel the plan', async () => {
    expect(await billing('changeSubscription', { plan: PRO })).toMatchObject({
      status: 409,
      body: { code: 'SUBSCRIPTION_NONE' },
    });
    const { held } = await pay('price_starter');
    expect((await billing('previewInvoice', { plan: PRO })).body).toMatchObject({
      total: 31.5,
      currency: 'EUR',
      lines: [{ amount: 49 }, { text: 'Unused time on Starter', amount: -17.5 }],
    });
    expect(stripe.requests.at(-1)!.fields).toMatchObject({
      subscription: held.id,
      'subscription_details[items][0][id]': `si_${held.id}`,
      'subscription_details[items][0][price]': 'price_pro',
    });
    expect((await billing('changeSubscription', { plan: PRO })).status).toBe(200);
    expect(await planOf()).toBe(PRO);
    expect((await billing('cancelSubscription')).status).toBe(200);
    expect((await billing('getCustomer')).body).toMatchObject({ subscription: { plan: PRO, cancels: true } });
    expect(await planOf()).toBe(PRO);
    expect((await billing('previewInvoice', { plan: 3 })).body).toMatchObject({ code: 'INVALID_FIELD' });
  });

  it('should follow the state at Stripe whatever the order of events, and take each event once', async () => {
    const { customer: name, held } = await pay('price_pro');
    held.status = 'past_due';
    await deliver(eventOf('invoice.payment_failed', { id: 'in_1', customer: name }));
    expect(await planOf()).toBe(PRO);
    expect((await billing('getCustomer')).body).toMatchObject({ subscription: { status: 'past_due' } });
    held.status = 'canceled';
    const ended = eventOf('customer.subscription.deleted', { id: held.id, customer: name });
    await deliver(ended);
    // An older event that arrives late finds the present state.
    await deliver(eventOf('customer.subscription.updated', { id: held.id, customer: name, status: 'active' }));
    expect(await planOf()).toBe(FREE);

    // The operator grants a plan; events that report nothing new leave it alone.
    const licence = (await billing<Licence>('planDetails')).body;
    await root.call('main', licencesApi.operations.setLicence, {
      params: { organization_id: team.organizationId },
      body: { plan: 3, trial: false, expires: null, limits: licence.limits, version: licence.version },
    });
    const asked = stripe.requests.length;
    expect((await deliver(ended)).status).toBe(200);
    expect(stripe.requests).toHaveLength(asked);
    await deliver(eventOf('invoice.paid', { id: 'in_1', customer: name }));
    expect(await planOf()).toBe(3);
  });

  it('should refuse events that Stripe did not sign, and ignore those of others', async () => {
    const { customer: name, held } = await pay('price_pro');
    held.status = 'canceled';
    const forged = eventOf('customer.subscription.deleted', { id: held.id, customer: name });
    const sign = (payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)): string =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    for (const header of [
      '',
      't=1,v1=00',
      sign(forged, 'whsec_of_others'),
      sign(`${forged} `, SECRET),
      sign(forged, SECRET, hourAgo),
    ])
      expect(await deliver(forged, header), header).toMatchObject({ status: 400, body: { code: 'SIGNATURE_INVALID' } });
    expect(await planOf()).toBe(PRO);
    const asked = stripe.requests.length;
    expect((await deliver(eventOf('customer.created', { id: 'cus_x', customer: 'cus_of_others' }))).status).toBe(200);
    expect((await deliver(eventOf('balance.available', {}))).status).toBe(200);
    expect(stripe.requests).toHaveLength(asked);
  });

  it('should keep cards at Stripe, and detach those of the payer alone', async () => {
    const name = await customer();
    expect((await billing('attachCard', {})).body).toEqual({
      success: true,
      url: 'https://checkout.stripe.test/setup',
    });
    stripe.cards.set(name, ['pm_entered', 'pm_old']);
    await deliver(
      eventOf('checkout.session.completed', { id: 'cs_1', customer: name, mode: 'setup', setup_intent: 'seti_1' }),
    );
    expect((await billing('getCustomer')).body).toMatchObject({
      cards: [
        { id: 'pm_entered', brand: 'visa', last4: '4242', exp: '04/2029', default: true },
        { id: 'pm_old', default: false },
      ],
    });
    expect((await billing('attachCard', { token: 'pm_new' })).body).toEqual({ success: true, url: null });
    expect((await billing('attachCard', { token: '../subscriptions' })).status).toBe(400);
    expect((await billing('detachCard', { card: 'pm_old' })).status).toBe(200);
    expect(stripe.cards.get(name)).toEqual(['pm_entered', 'pm_new']);
    stripe.cards.set('cus_of_others', ['pm_foreign']);
    expect((await billing('detachCard', { card: 'pm_foreign' })).status).toBe(404);
    expect(stripe.cards.get('cus_of_others')).toEqual(['pm_foreign']);
  });

  it('should let the owner alone buy, also once the trial has ended', async () => {
    const admin = await team.join(`admin${teams}@payer.test`, 7);
    expect((await billing('createSubscription', { plan: PRO }, admin)).status).toBe(403);
    expect((await billing('getCustomer', undefined, admin)).status).toBe(200);
    await app.database.system('a test').transaction(trx =>
      sql`update tenancy.organization set trial_started_at = now() - interval '15 days'
          where id = ${team.organizationId}`.execute(trx),
    );
    app.app.services.teams.forget();
    expect((await owner.request('POST', '/project', { body: { name: 'Too late', type: 1 } })).status).toBe(402);
    expect((await billing('createSubscription', { plan: PRO })).status).toBe(200);
    await pay('price_pro');
    expect((await owner.request('POST', '/project', { body: { name: 'In time', type: 1 } })).status).toBeLessThan(300);
  });

  it('should answer without a word of Stripe when a payment is refused or Stripe fails', async () => {
    await pay('price_starter');
    stripe.failure = { status: 402, error: { type: 'card_error', code: 'card_declined', message: 'Canary.' } };
    const declined = await billing('changeSubscription', { plan: PRO });
    stripe.failure = { status: 401, error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_canary' } };
    const refused = await billing('changeSubscription', { plan: PRO });
    stripe.failure = undefined;
    expect(declined).toMatchObject({ status: 402, body: { code: 'PAYMENT_REFUSED' } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'BILLING_PROVIDER_FAILED' } });
    expect(JSON.stringify([declined.body, refused.body])).not.toMatch(/canary/i);
  });
});
