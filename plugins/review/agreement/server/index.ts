import { Fault } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { RequestHooks } from '#plugins/review/task-requests/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { agreementApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { agreementHandlers } from './agreement-handlers.ts';
import { AgreementReports } from './agreement-report.ts';
import { AgreementRules } from './agreement-rules.ts';
import { Curations } from './curations.ts';
import { Giving } from './giving.ts';
import { Measuring } from './measuring.ts';
import { AgreementHooks } from './agreement-hooks.ts';
import { WorkRows } from './work-rows.ts';
import { WorkPlaces } from './work-places.ts';
import { Works } from './works.ts';
import { agreementReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [AgreementHooks, AgreementRules, Measuring, WorkPlaces, WorkRows],
  bindings(container) {
    container.bind(AgreementHooks).toSelf();
    container.bind(AgreementRules).toSelf();
    container.bind(WorkRows).toSelf();
    container.bind(WorkPlaces).toSelf();
    container.bind(Works).toSelf();
    container.bind(Measuring).toSelf();
    container.bind(Curations).toSelf();
    container.bind(AgreementReports).toSelf();
    container.bind(Giving).toSelf();
  },
  activate({ get, implement, tap }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...agreementReferences]);
    const [works, rows, places] = [get(Works), get(WorkRows), get(WorkPlaces)];
    implement(
      agreementApi,
      agreementHandlers({
        rules: get(AgreementRules),
        works,
        rows,
        curations: get(Curations),
        reports: get(AgreementReports),
        giving: get(Giving),
        items: get(Items),
      }),
    );
    tap(get(AnnotationHooks).working, (context, item) => works.own(context, item));
    tap(get(RequestHooks).sharing, (context, projectId) => places.sharing(context, projectId));
    const items = get(ItemsHooks);
    tap(items.alsoOwn, async (context, ids, projectId) => [...ids, ...(await rows.ownItems(context, projectId))]);
    // What becomes of the item is decided when all have submitted.
    tap(items.statusChanging, async (context, change) =>
      !works.isOfCopy(change) && (await works.usesCopy(context, change.item))
        ? new Fault(
            'TRANSITION_NOT_ALLOWED',
            'Several people annotate this item: submit your copy in the editor, and it goes on when all have.',
            { status: 409 },
          )
        : undefined,
    );
  },
});
