import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { AgreementHooks } from '#plugins/review/agreement/server/kit/index.ts';
import { RequestHooks } from '#plugins/review/task-requests/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { goldItemsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { GoldComparisons } from './gold-comparisons.ts';
import { GoldFields } from './gold-fields.ts';
import { GoldHooks } from './gold-hooks.ts';
import { GoldMarks } from './gold-marks.ts';
import { GoldReports } from './gold-reports.ts';
import { GoldPlaces } from './gold-places.ts';
import { GoldServing } from './gold-serving.ts';
import { goldReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [GoldHooks],
  bindings(container) {
    container.bind(GoldHooks).toSelf();
    container.bind(GoldFields).toSelf();
    container.bind(GoldPlaces).toSelf();
    container.bind(GoldMarks).toSelf();
    container.bind(GoldServing).toSelf();
    container.bind(GoldComparisons).toSelf();
    container.bind(GoldReports).toSelf();
  },
  activate({ get, implement, tap }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...goldReferences]);
    const [marks, reports, serving, comparisons] = [
      get(GoldMarks),
      get(GoldReports),
      get(GoldServing),
      get(GoldComparisons),
    ];
    const items = get(Items);
    implement(goldItemsApi, {
      getGoldReport: ({ params }, context) => reports.of(context, params.project_id),
      async putGoldShare({ params, body }, context) {
        await marks.putShare(context, params.project_id, body);
        return body;
      },
      markGoldItems: ({ params, body }, context) => marks.mark(context, params.project_id, body.item_ids),
      unmarkGoldItems: async ({ params, body }, context) => ({
        removed: await marks.unmark(context, params.project_id, body.item_ids),
      }),
      getGoldState: async ({ params }, context) =>
        reports.state(context, await items.get(context, params.item_id, params.project_id)),
    });
    tap(get(RequestHooks).mixing, (context, batch) => serving.mixed(context, batch));
    const hooks = get(ItemsHooks);
    tap(hooks.assigned, (context, assignments) => serving.assigned(context, assignments));
    tap(hooks.statusChanged, (context, changes) => comparisons.moved(context, changes));
    const agreement = get(AgreementHooks);
    tap(agreement.given, (context, copies) => serving.assigned(context, copies));
    tap(agreement.submitted, (context, item) => comparisons.submitted(context, item.project_id, [item.id]));
    tap(hooks.besideData, async (context, ids, projectId) => [
      ...ids,
      ...(await marks.copyIds(context, projectId, true)),
    ]);
  },
});
