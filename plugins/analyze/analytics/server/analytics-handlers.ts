import type { Handlers } from '#core/api/server/index.ts';
import type { exploreAnalyticsApi, reportingApi } from '../common/api.ts';
import type { Calculations } from './calculations.ts';
import type { Reports } from './reports.ts';

export function reportingHandlers(reports: Reports, calculations: Calculations): Handlers<typeof reportingApi> {
  return {
    reportOverview: ({ params, query }, context) => reports.overview(context, params.project_id, query),
    reportItems: ({ params, query }, context) => reports.items(context, params.project_id, query),
    reportCards: ({ params, query }, context) => reports.cards(context, params.project_id, query),
    reportPeopleList: ({ params, query }, context) => reports.peopleList(context, params.project_id, query),
    reportPeople: ({ params, query }, context) => reports.people(context, params.project_id, query),
    reportClasses: ({ params, query }, context) => reports.classes(context, params.project_id, query),
    reportAttributes: ({ params, query: { class_id: classId, ...query } }, context) =>
      reports.attributes(context, params.project_id, query, classId),
    reportQuality: ({ params, query }, context) => reports.quality(context, params.project_id, query),
    reportReasons: ({ params, query }, context) => reports.reasons(context, params.project_id, query),
    reportConfusion: ({ params, query }, context) => reports.confusion(context, params.project_id, query),
    startCalculation: ({ params }, context) => calculations.start(context, params.project_id),
    calculationStatus: ({ params }, context) => calculations.status(context, params.project_id),
  };
}

export function exploreAnalyticsHandlers(
  reports: Reports,
  calculations: Calculations,
): Handlers<typeof exploreAnalyticsApi> {
  return {
    generateAnalytics: ({ query }, context) => calculations.start(context, query.project_id),
    analyticsStatus: ({ query }, context) => calculations.status(context, query.project_id),
    analyticsCards: ({ query: { project_id: projectId, ...query } }, context) =>
      reports.cards(context, projectId, query),
    analyticsDistribution: ({ query: { project_id: projectId, field, ...query } }, context) =>
      reports.distribution(context, projectId, query, field),
  };
}
