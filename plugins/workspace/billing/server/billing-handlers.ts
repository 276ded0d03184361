import { Fault } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Plan } from '#plugins/workspace/items/common/index.ts';
import { uploadLimits } from '#plugins/workspace/items/common/index.ts';
import type { billingApi, planApi, PlanView } from '../common/api.ts';
import { planCodes, planNames } from '../common/plans.ts';
import type { Licences } from './licences.ts';

const refuse = (): never => {
  throw new Fault(
    'BILLING_PROVIDER_NONE',
    'This installation takes no payments: its operator sets the plan. Ask for another one under Organization › Plan.',
    { status: 409 },
  );
};

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Every plan with what it offers. */
function plansFor(current: number): PlanView[] {
  return planCodes.map(code => {
    const limits = uploadLimits[code as Plan];
    return {
      id: code,
      name: planNames[code],
      current: code === current,
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
export function planHandlers(licences: Licences): Handlers<typeof planApi> {
  return {
    getPlan: async ({ params }) => {
      const licence = await licences.get(params.organization_id);
      return { licence, plans: plansFor(licence.plan) };
    },
  };
}

/** Billing of the specification, without a provider of payments. */
export function billingHandlers(licences: Licences): Handlers<typeof billingApi> {
  const own = (context: RequestContext): ReturnType<Licences['get']> => licences.get(context.team.organizationId);
  return {
    listPlans: async (_, context) => plansFor((await own(context)).plan),
    planDetails: (_, context) => own(context),
    getCustomer: async (_, context) => {
      const { organization_id, organization, owner_email } = await own(context);
      return { organization_id, name: organization, email: owner_email, provider: 'none' as const, cards: [] };
    },
    listInvoices: () => ({ data: [], count: 0 }),
    billingReport: async (_, context) => ({ data: [...(await licences.teamUsage(context.team.organizationId))] }),
    createSubscription: refuse,
    changeSubscription: refuse,
    cancelSubscription: refuse,
    previewInvoice: refuse,
    attachCard: refuse,
    detachCard: refuse,
  };
}
