import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { exploreAnalyticsApi, reportingApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { exploreAnalyticsHandlers, reportingHandlers } from './analytics-handlers.ts';
import { Calculations } from './calculations.ts';
import { ContentStore } from './content-store.ts';
import { FigureScopes } from './figure-scope.ts';
import { Reports } from './reports.ts';
import { Transitions } from './transitions.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Calculations, FigureScopes, Reports],
  bindings(container) {
    for (const service of [Calculations, ContentStore, FigureScopes, Reports, Transitions])
      container.bind(service as typeof Transitions).toSelf();
  },
  activate({ get, implement, job, tap }) {
    const [content, transitions, calculations, reports] = [
      get(ContentStore),
      get(Transitions),
      get(Calculations),
      get(Reports),
    ];
    implement(reportingApi, reportingHandlers(reports, calculations));
    implement(exploreAnalyticsApi, exploreAnalyticsHandlers(reports, calculations));
    job('calculate', (run, context) => calculations.run(run, context));
    const items = get(ItemsHooks);
    tap(get(AnnotationHooks).storingMany, (context, projectId, stored) => content.store(context, projectId, stored));
    tap(items.copyingAnnotations, (context, copy) => content.copy(context, copy));
    tap(items.statusChanged, (context, changes) => transitions.log(context, changes));
    tap(items.statusesMigrating, (context, projectId, moves) => transitions.logAll(context, projectId, moves));
  },
});
