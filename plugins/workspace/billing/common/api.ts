import { BYTES, defineApi, id, page, paged, time, z } from '#core/api/common/index.ts';

const inOrganization = z.strictObject({ organization_id: id });
const inTeam = z.strictObject({ team_id: id });
const search = z.string().trim().max(200).optional();
const most = z.int().min(0).max(2_000_000_000).nullable();
export const planCode = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(99)]);

/** Limits of a licence; null is no limit. Members are those of all teams, projects and items those of each team. */
export const licenceLimits = z.strictObject({ members: most, projects: most, items: most });
export type LicenceLimits = z.output<typeof licenceLimits>;

/** Usage of an organization. Projects and items are those of its largest team, since each team is limited. */
export const licenceUsage = z.object({ members: z.int(), projects: z.int(), items: z.int(), teams: z.int() });

export const licence = z.object({
  organization_id: z.int(),
  organization: z.string(),
  owner_email: z.string(),
  plan: z.int(),
  state: z.enum(['active', 'trial', 'trial_ended', 'contract_ended']),
  /** -1 once the trial is over; null without a trial. */
  trial_days_left: z.int().nullable(),
  trial_started: time.nullable(),
  /** Null for a licence without an end. */
  expires: time.nullable(),
  limits: licenceLimits,
  usage: licenceUsage,
  /** A change of the licence must name it. */
  version: z.int(),
});
export type Licence = z.output<typeof licence>;

/** A plan with the limits of one upload; null is no limit, 0 is not offered. Sizes in bytes. */
export const planView = z.object({
  id: z.int(),
  name: z.string(),
  current: z.boolean(),
  /** True where the plan can be bought from the provider of payments. */
  for_sale: z.boolean(),
  limits: z.object({
    images: z.int().nullable(),
    image_bytes: z.int().nullable(),
    video_bytes: z.int().nullable(),
    text_bytes: z.int().nullable(),
    point_cloud_bytes: z.int().nullable(),
  }),
});
export type PlanView = z.output<typeof planView>;

/** Licences of all organizations, for super-admins. */
export const licencesApi = defineApi({
  service: 'main',
  operations: {
    listLicences: {
      method: 'GET',
      path: '/super-admin/license',
      summary: 'Licences of the organizations by name; `search` matches a part of name or owner',
      access: 'super-admin',
      query: z.strictObject({ ...page, search }),
      reply: paged(licence),
    },
    setLicence: {
      method: 'PUT',
      path: '/super-admin/license/:organization_id',
      summary: 'Set plan, trial, end and limits of an organization; what is there already stays',
      access: 'super-admin',
      params: inOrganization,
      body: z.strictObject({
        plan: planCode,
        /** True begins a trial of 14 days or goes on with the one that runs; false ends it. */
        trial: z.boolean(),
        expires: time.nullable(),
        limits: licenceLimits,
        version: z.int().positive(),
      }),
      reply: licence,
    },
  },
});

/** The plan of an organization, for its owner. */
export const planApi = defineApi({
  service: 'main',
  operations: {
    getPlan: {
      method: 'GET',
      path: '/api/v1/organizations/:organization_id/plan',
      summary: 'Plan, limits and usage of an organization, and what the other plans offer',
      access: 'ManageOrganization',
      params: inOrganization,
      reply: z.object({
        licence,
        plans: z.array(planView),
        payments: z.object({
          provider: z.enum(['none', 'stripe']),
          /** Team that billing calls of the caller name; null for who may not buy. */
          team_id: z.int().nullable(),
        }),
      }),
    },
  },
});

const chosenPlan = z.strictObject({ plan: planCode });
const done = z.object({ success: z.literal(true) });
/** `url` is the page of the provider at which the owner goes on; null where nothing is left to do. */
const continued = done.extend({ url: z.string().nullable() });

/** A plan that was bought, as the provider of payments last reported it. */
export const subscription = z.object({
  plan: z.int(),
  /** `past_due`: the provider could not collect the last payment. */
  status: z.enum(['trial', 'active', 'past_due', 'incomplete', 'canceled', 'expired']),
  /** End of the period that is paid for. */
  period_end: time.nullable(),
  /** True once it is canceled: it ends with its period. */
  cancels: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

export const card = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** Month and year, `04/2029`. */
  exp: z.string(),
  /** True for the card that invoices are paid with. */
  default: z.boolean(),
});
export type Card = z.output<typeof card>;

/** An invoice; amounts in the unit of the currency, such as euros. */
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  total: z.number(),
  /** ISO 4217 code in capitals. */
  currency: z.string(),
  dueAt: time,
  /** Page of the provider that shows the invoice. */
  url: z.string().nullable(),
});
export type Invoice = z.output<typeof invoice>;

/** Preview of the next invoice; amounts in the unit of the currency, negative for what is credited. */
export const invoicePreview = z.object({
  lines: z.array(z.object({ text: z.string(), amount: z.number() })),
  total: z.number(),
  currency: z.string(),
  dueAt: time,
});
export type InvoicePreview = z.output<typeof invoicePreview>;

/**
 * Billing of the specification. Payment is the matter of a provider, and an installation has none by default: what
 * would buy, pay or cancel is refused with BILLING_PROVIDER_NONE (409), and the operator sets the plan.
 */
export const billingApi = defineApi({
  service: 'main',
  operations: {
    listPlans: {
      method: 'GET',
      path: '/subscription/plans',
      summary: 'Plans with their upload limits; `current` is the one of the organization',
      access: 'ViewBilling',
      query: inTeam,
      reply: z.array(planView),
    },
    planDetails: {
      method: 'GET',
      path: '/plan/details',
      summary: 'Plan, trial, limits and usage of the organization of a team',
      access: 'ViewBilling',
      query: inTeam,
      reply: licence,
    },
    getCustomer: {
      method: 'GET',
      path: '/customer',
      summary: 'Who pays, for which plan, and with which cards',
      access: 'ViewBilling',
      query: inTeam,
      reply: z.object({
        organization_id: z.int(),
        name: z.string(),
        email: z.string(),
        provider: z.enum(['none', 'stripe']),
        subscription: subscription.nullable(),
        cards: z.array(card),
      }),
    },
    listInvoices: {
      method: 'GET',
      path: '/invoice',
      summary: 'Invoices, the newest first',
      access: 'ViewBilling',
      query: z.strictObject({ team_id: id, ...page }),
      reply: paged(invoice),
    },
    billingReport: {
      method: 'GET',
      path: '/billing-report',
      summary: 'What each team of the organization uses',
      access: 'ViewBilling',
      query: inTeam,
      reply: z.object({
        data: z.array(
          z.object({ team_id: z.int(), team: z.string(), members: z.int(), projects: z.int(), items: z.int() }),
        ),
      }),
    },
    createSubscription: {
      method: 'POST',
      path: '/subscription',
      summary: 'Buy a plan; `url` is the page at which it is paid for',
      access: 'ManageBilling',
      query: inTeam,
      body: chosenPlan,
      reply: continued,
    },
    changeSubscription: {
      method: 'PUT',
      path: '/subscription',
      summary: 'Change the plan that was bought',
      access: 'ManageBilling',
      query: inTeam,
      body: chosenPlan,
      reply: done,
    },
    cancelSubscription: {
      method: 'POST',
      path: '/subscription/cancel',
      summary: 'Cancel the plan at the end of its period',
      access: 'ManageBilling',
      query: inTeam,
      reply: done,
    },
    previewInvoice: {
      method: 'POST',
      path: '/invoice/calculate',
      reads: true,
      summary: 'What a change of plan would cost',
      access: 'ManageBilling',
      query: inTeam,
      body: chosenPlan,
      reply: invoicePreview,
    },
    attachCard: {
      method: 'POST',
      path: '/attachCard',
      summary:
        'Pay with a card: `token` is a payment method of the provider; without one `url` is the page to enter a card',
      access: 'ManageBilling',
      query: inTeam,
      body: z.strictObject({ token: z.string().min(1).max(200).optional() }),
      reply: continued,
    },
    detachCard: {
      method: 'POST',
      path: '/detachCard',
      summary: 'Pay with a card no longer',
      access: 'ManageBilling',
      query: inTeam,
      body: z.strictObject({ card: z.string().min(1).max(200) }),
      reply: done,
    },
  },
});

/** Events of the provider of payments. */
export const paymentEventsApi = defineApi({
  service: 'main',
  operations: {
    receiveStripeEvent: {
      method: 'POST',
      path: '/billing/stripe/events',
      summary: 'Webhook of Stripe: an event with its Stripe-Signature header',
      access: 'public',
      body: BYTES,
      bodyLimit: 512 * 1024,
      bodyReason: 'Events contain the object they are about',
      reply: z.object({ received: z.literal(true) }),
    },
  },
});
