import { buffer } from 'node:stream/consumers';
import { notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Plan } from '#plugins/workspace/items/common/index.ts';
import { uploadLimits } from '#plugins/workspace/items/common/index.ts';
import type { billingApi, Licence, paymentEventsApi, planApi, PlanView } from '../common/api.ts';
import { planCodes, planNames } from '../common/plans.ts';
import type { Licences } from './licences.ts';
import type { Payer, PaymentProvider } from './payment-provider.ts';
import type { StripePayments } from './stripe/stripe-payments.ts';

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Every plan with what it offers. */
function plansFor(current: number, forSale: ReadonlySet<number>): PlanView[] {
  return planCodes.map(code => {
    const limits = uploadLimits[code as Plan];
    return {
      id: code,
      name: planNames[code],
      current: code === current,
      for_sale: forSale.has(code),
      limits: {
        images: finite(limits.images),
        image_bytes: finite(limits.imageBytes),
        video_bytes: finite(limits.videoBytes),
        text_bytes: finite(limits.textBytes),
        point_cloud_bytes: finite(limits.pointCloudBytes),
      },
    };
  });
}

/** The plan of an organization. */
export function planHandlers(licences: Licences, provider: PaymentProvider): Handlers<typeof planApi> {
  return {
    getPlan: async ({ params }, context) => {
      const licence = await licences.get(params.organization_id);
      const mayBuy = provider.name !== 'none' && licence.owner_email === context.user.email;
      // The calls of payments are made in a team, which must be one of theirs.
      const team = mayBuy ? await licences.teamOf(params.organization_id, context.user.email) : undefined;
      return {
        licence,
        plans: plansFor(licence.plan, provider.forSale),
        payments: { provider: provider.name, team_id: team ?? null },
      };
    },
  };
}

const payerOf = ({ organization_id, organization, owner_email }: Licence): Payer => ({
  organizationId: organization_id,
  name: organization,
  email: owner_email,
});

/** Billing of the specification, by a provider of payments. */
export function billingHandlers(licences: Licences, provider: PaymentProvider): Handlers<typeof billingApi> {
  const own = (context: RequestContext): Promise<Licence> => licences.get(context.team.organizationId);
  const payer = async (context: RequestContext): Promise<Payer> => payerOf(await own(context));
  const done = { success: true } as const;
  return {
    listPlans: async (_, context) => plansFor((await own(context)).plan, provider.forSale),
    planDetails: (_, context) => own(context),
    getCustomer: async (_, context) => {
      const found = payerOf(await own(context));
      const { subscription, cards } = await provider.account(found);
      return {
        organization_id: found.organizationId,
        name: found.name,
        email: found.email,
        provider: provider.name,
        subscription: subscription ?? null,
        cards: [...cards],
      };
    },
    listInvoices: async ({ query: { offset, limit } }, context) => {
      const all = await provider.invoices(await payer(context));
      return { data: all.slice(offset, offset + limit), count: all.length };
    },
    billingReport: async (_, context) => ({ data: [...(await licences.teamUsage(context.team.organizationId))] }),
    createSubscription: async ({ body }, context) => ({
      ...done,
      url: await provider.subscribe(await payer(context), body.plan),
    }),
    changeSubscription: async ({ body }, context) => {
      await provider.change(await payer(context), body.plan);
      return done;
    },
    cancelSubscription: async (_, context) => {
      await provider.cancel(await payer(context));
      return done;
    },
    previewInvoice: async ({ body }, context) => provider.preview(await payer(context), body.plan),
    attachCard: async ({ body }, context) => ({
      ...done,
      url: (await provider.addCard(await payer(context), body.token)) ?? null,
    }),
    detachCard: async ({ body }, context) => {
      await provider.removeCard(await payer(context), body.card);
      return done;
    },
  };
}

/** Events of Stripe; there is no such call while Stripe takes no payments. */
export function paymentEventHandlers(stripe: StripePayments | undefined): Handlers<typeof paymentEventsApi> {
  return {
    async receiveStripeEvent({ stream, headers }) {
      if (stripe === undefined) throw notFound('The webhook');
      const signature = headers['stripe-signature'];
      await stripe.receive(await buffer(stream), Array.isArray(signature) ? signature[0] : signature);
      return { received: true };
    },
  };
}
