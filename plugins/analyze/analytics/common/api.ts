import { defineApi, id, listOf, z } from '#core/api/common/index.ts';
import {
  attributeRow,
  calculationStatus,
  classRow,
  confusionRow,
  folderRow,
  personChoice,
  personRow,
  personSorts,
  qualityRow,
  reasonRow,
  reportOf,
  stageRow,
  statusRow,
} from './report.ts';

const ofProject = z.strictObject({ project_id: id });

/** Filter of figures. Members who see their own data only may name nobody else and no folder. */
export const figureFilters = {
  folder_ids: listOf(id).optional(),
  role: id.optional(),
  users: listOf(z.string().trim().toLowerCase().max(320)).optional(),
  /** IANA name, for where days begin; UTC when absent. */
  time_zone: z.string().max(64).optional(),
} as const;
const filters = z.strictObject(figureFilters);
const days = { from: z.iso.date().optional(), to: z.iso.date().optional() } as const;

const started = z.object({ job_id: z.string(), state: z.string() });
const report = { method: 'GET', access: 'ViewAnalytics', project: 'params.project_id', params: ofProject } as const;

/** Reports of a project. */
export const reportingApi = defineApi({
  service: 'main',
  operations: {
    reportOverview: {
      ...report,
      path: '/reporting/project/:project_id/overview',
      summary: 'Items by status, how long they stay in each, and both over time',
      query: z.strictObject({ ...figureFilters, ...days }),
      reply: reportOf(stageRow),
    },
    reportItems: {
      ...report,
      path: '/reporting/project/:project_id/image-overview',
      summary: 'Items, completed items and objects by folder',
      query: filters,
      reply: reportOf(folderRow),
    },
    reportCards: {
      ...report,
      path: '/reporting/project/:project_id/data-cards',
      summary: 'The numbers at the top of a project’s analytics',
      query: filters,
      reply: reportOf(statusRow),
    },
    reportPeopleList: {
      ...report,
      path: '/reporting/project/:project_id/user-list-overview',
      summary: 'People with items or work in a project, for choosing one',
      query: filters,
      reply: reportOf(personChoice),
    },
    reportPeople: {
      ...report,
      path: '/reporting/project/:project_id/users-table',
      summary: 'What each person did: items, objects, time, approvals',
      query: z.strictObject({
        ...figureFilters,
        search: z.string().trim().max(320).optional(),
        sort: z.enum(personSorts).default('name'),
        order: z.enum(['asc', 'desc']).default('asc'),
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(2000).default(100),
      }),
      reply: reportOf(personRow),
    },
    reportClasses: {
      ...report,
      path: '/reporting/project/:project_id/class-overview',
      summary: 'Objects and items of each class',
      query: filters,
      reply: reportOf(classRow),
    },
    reportAttributes: {
      ...report,
      path: '/reporting/project/:project_id/attribute-overview',
      summary: 'Answers to each attribute group',
      query: z.strictObject({ ...figureFilters, class_id: id.optional() }),
      reply: reportOf(attributeRow),
    },
    reportQuality: {
      ...report,
      path: '/api/v1/project/:project_id/analytics/quality',
      summary: 'How often each person’s work is accepted the first time, disapproved and like that of others',
      query: filters,
      reply: reportOf(qualityRow),
    },
    reportReasons: {
      ...report,
      path: '/api/v1/project/:project_id/analytics/reasons',
      summary: 'The reasons reviewers gave at objects they disapproved',
      query: filters,
      reply: reportOf(reasonRow),
    },
    reportConfusion: {
      ...report,
      path: '/api/v1/project/:project_id/analytics/confusion',
      summary: 'What reviewers made of the classes annotators chose, over the newest 2000 reviewed items',
      query: filters,
      reply: reportOf(confusionRow),
    },
    startCalculation: {
      method: 'POST',
      path: '/project/:project_id/analytics/startCalculation',
      summary: 'Count a project from scratch',
      access: 'GenerateAnalytics',
      project: 'params.project_id',
      params: ofProject,
      status: 202,
      reply: started,
    },
    calculationStatus: {
      method: 'GET',
      path: '/project/:project_id/analytics/status',
      summary: 'How far the counts of a project are',
      access: 'ViewAnalytics',
      project: 'params.project_id',
      params: ofProject,
      reply: calculationStatus,
    },
  },
});

const inQuery = z.strictObject({ ...figureFilters, project_id: id });

/** Fields that figures are distributed over. */
export const distributionFields = ['status', 'class', 'attribute', 'folder', 'user'] as const;
export const distributionRow = z.object({
  key: z.string(),
  label: z.string(),
  value: z.number(),
  share: z.number(),
  query: z.string().nullable(),
});
export type DistributionRow = z.output<typeof distributionRow>;

/** The same figures for clients of the explore service. */
export const exploreAnalyticsApi = defineApi({
  service: 'explore',
  operations: {
    generateAnalytics: {
      method: 'POST',
      path: '/api/v1/analytics/generate',
      summary: 'Count a project from scratch',
      access: 'GenerateAnalytics',
      project: 'query.project_id',
      query: z.strictObject({ project_id: id }),
      status: 202,
      reply: started,
    },
    analyticsStatus: {
      method: 'GET',
      path: '/api/v1/analytics/status',
      summary: 'How far the counts of a project are',
      access: 'ViewAnalytics',
      project: 'query.project_id',
      query: z.strictObject({ project_id: id }),
      reply: calculationStatus,
    },
    analyticsCards: {
      method: 'GET',
      path: '/api/v1/analytics/cards',
      summary: 'The numbers at the top of a project’s analytics',
      access: 'ViewAnalytics',
      project: 'query.project_id',
      query: inQuery,
      reply: reportOf(statusRow),
    },
    analyticsDistribution: {
      method: 'GET',
      path: '/api/v1/analytics/distribution',
      summary: 'Items or objects by status, class, attribute value, folder or person',
      access: 'ViewAnalytics',
      project: 'query.project_id',
      query: inQuery.extend({ field: z.enum(distributionFields).default('status') }),
      reply: reportOf(distributionRow),
    },
  },
});
