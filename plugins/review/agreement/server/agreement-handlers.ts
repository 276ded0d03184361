import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { ItemRow, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { agreementApi } from '../common/api.ts';
import type { AgreementReports } from './agreement-report.ts';
import type { AgreementRules } from './agreement-rules.ts';
import type { Curations } from './curations.ts';
import type { Giving } from './giving.ts';
import type { WorkRows } from './work-rows.ts';
import type { Works } from './works.ts';

/** Services of the calls. */
export interface AgreementServices {
  readonly rules: AgreementRules;
  readonly works: Works;
  readonly rows: WorkRows;
  readonly curations: Curations;
  readonly reports: AgreementReports;
  readonly giving: Giving;
  readonly items: Items;
}

interface OfItem {
  readonly params: { readonly project_id: number; readonly item_id: number };
}

export function agreementHandlers({
  rules,
  works,
  rows,
  curations,
  reports,
  giving,
  items,
}: AgreementServices): Handlers<typeof agreementApi> {
  const itemOf = ({ params }: OfItem, context: RequestContext): Promise<ItemRow> =>
    items.get(context, params.item_id, params.project_id);
  return {
    getAgreementRule: async ({ params }, context) => ({
      people: (await rules.people(context, params.project_id)) ?? null,
    }),
    async putAgreementRule({ params, body }, context) {
      await rules.put(context, params.project_id, body.people ?? undefined);
      return body;
    },
    getAgreementReport: ({ params }, context) => reports.of(context, params.project_id),
    giveWork: ({ params, body }, context) => giving.give(context, params.project_id, body.item_ids, body.emails),
    listOwnWork: async ({ params }, context) => ({ item_ids: [...(await rows.openItems(context, params.project_id))] }),
    getOwnWork: async (call, context) => ({ work: (await works.state(context, await itemOf(call, context))) ?? null }),
    submitWork: async (call, context) => ({ work: await curations.submit(context, await itemOf(call, context)) }),
    recallWork: async (call, context) => ({ work: await works.recall(context, await itemOf(call, context)) }),
    getCuration: async (call, context) => curations.of(context, await itemOf(call, context)),
    async returnWork(call, context) {
      const item = await itemOf(call, context);
      await curations.sendBack(context, item, call.body.email);
      return curations.of(context, item);
    },
  };
}
