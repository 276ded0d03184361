import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { calculationStatus, figureFilters, reportOf } from '#plugins/analyze/analytics/common/index.ts';
import { boardDraft, chart, chartQuestion } from './chart.ts';

const ofProject = z.strictObject({ project_id: id });
const ofBoard = z.strictObject({ board_id: id });

/** One value of a chart. `query` finds the items behind it in Explore; null where no query does. */
export const chartRow = z.object({
  key: z.string(),
  label: z.string(),
  /** Of the second breakdown; null without one. */
  and_key: z.string().nullable(),
  and_label: z.string().nullable(),
  /** Milliseconds for times. */
  value: z.number(),
  items: z.int(),
  color: z.string().nullable(),
  and_color: z.string().nullable(),
  query: z.string().nullable(),
});
export type ChartRow = z.output<typeof chartRow>;

const choice = z.object({ value: z.string(), label: z.string(), group: z.string() });
export type Choice = z.output<typeof choice>;

const board = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  charts: z.array(chart),
  /** Grows with each change. */
  version: z.int(),
  creator: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Board = z.output<typeof board>;

/** Charts and boards of a project. */
export const insightsApi = defineApi({
  service: 'explore',
  operations: {
    insightsStatus: {
      method: 'GET',
      path: '/api/v1/insights/status',
      summary: 'How far the counts that charts are made of are',
      access: 'ViewInsights',
      project: 'query.project_id',
      query: ofProject,
      reply: calculationStatus,
    },
    generateInsights: {
      method: 'POST',
      path: '/api/v1/insights/generate',
      summary: 'Count a project from scratch for its charts',
      access: 'ViewInsights',
      project: 'query.project_id',
      query: ofProject,
      status: 202,
      reply: z.object({ job_id: z.string(), state: z.string() }),
    },
    insightChoices: {
      method: 'GET',
      path: '/api/v1/insights/choices',
      summary: 'Measures and breakdowns that charts of a project can have',
      access: 'ViewInsights',
      project: 'query.project_id',
      query: ofProject,
      reply: z.object({ measures: z.array(choice), breakdowns: z.array(choice) }),
    },
    readChart: {
      method: 'POST',
      path: '/api/v1/insights/chart',
      summary: 'The values of a chart, at most 2000',
      access: 'ViewInsights',
      project: 'query.project_id',
      reads: true,
      query: z.strictObject({ ...figureFilters, project_id: id }),
      body: chartQuestion,
      reply: reportOf(chartRow),
    },
    listBoards: {
      method: 'GET',
      path: '/api/v1/insights/boards',
      summary: 'Boards of a project',
      access: 'ViewInsights',
      project: 'query.project_id',
      query: ofProject,
      reply: z.object({ data: z.array(board), count: z.int() }),
    },
    createBoard: {
      method: 'POST',
      path: '/api/v1/insights/boards',
      summary: 'Add a board',
      access: 'ViewInsights',
      project: 'query.project_id',
      query: ofProject,
      body: boardDraft,
      status: 201,
      reply: board,
    },
    updateBoard: {
      method: 'PUT',
      path: '/api/v1/insights/boards/:board_id',
      summary: 'Replace the name and charts of a board',
      access: 'ViewInsights',
      project: 'query.project_id',
      params: ofBoard,
      query: ofProject,
      body: boardDraft.extend({ version: z.int() }),
      reply: board,
    },
    deleteBoard: {
      method: 'DELETE',
      path: '/api/v1/insights/boards/:board_id',
      summary: 'Delete a board',
      access: 'ViewInsights',
      project: 'query.project_id',
      params: ofBoard,
      query: ofProject,
      reply: success,
    },
  },
});
