import { defineApi, id, success, z } from '#core/api/common/index.ts';

/** Types of reports. */
export const reportTypes = ['status_flow', 'transitions', 'time'] as const;
export type ReportType = (typeof reportTypes)[number];
export const reportTypeTitles: Readonly<Record<ReportType, string>> = {
  status_flow: 'Status flow',
  transitions: 'Transitions by people',
  time: 'Time spent by people',
};

/** Breakdowns of times, besides the person and the project. */
export const timeBreakdowns = ['project', 'day', 'item'] as const;
export type TimeBreakdown = (typeof timeBreakdowns)[number];

/** Most days of a report: the log is kept for 13 months. */
export const MOST_DAYS = 400;

const day = z.iso.date();
const emails = z.array(z.string().trim().toLowerCase().max(320)).max(500, 'name at most 500 people');

export const reportRequest = z.strictObject({
  type: z.enum(reportTypes),
  /** First and last day, both included, in `time_zone`. */
  from: day,
  to: day,
  time_zone: z.string().max(64).default('UTC'),
  /** All projects of the team when empty. */
  project_ids: z.array(id).max(1000, 'name at most 1000 projects').default([]),
  /** Folders that the items are in now; all when empty. */
  folder_ids: z.array(id).max(1000, 'name at most 1000 folders').default([]),
  /** Everybody when empty. */
  emails: emails.default([]),
  /** Of a report of times. */
  breakdown: z.enum(timeBreakdowns).default('day'),
});
export type ReportRequest = z.output<typeof reportRequest>;

const report = z.object({
  id: z.int(),
  name: z.string(),
  request: reportRequest,
  state: z.enum(['running', 'ready', 'failed']),
  job_id: z.string(),
  /** Lines without the head. */
  lines: z.int().nullable(),
  /** Bytes. */
  size: z.int().nullable(),
  error: z.string().nullable(),
  /** Address of the file for the next hour; null until it is there. */
  url: z.string().nullable(),
  creator: z.string(),
  createdAt: z.string(),
});
export type TelemetryReport = z.output<typeof report>;

const ofReport = z.strictObject({ report_id: id });

/** Reports of a team about the work in its projects. */
export const telemetryApi = defineApi({
  service: 'main',
  operations: {
    listTelemetryReports: {
      method: 'GET',
      path: '/api/v1/telemetry/reports',
      summary: 'Reports of the team, newest first',
      access: 'ViewTelemetryReports',
      reply: z.object({ data: z.array(report), count: z.int() }),
    },
    createTelemetryReport: {
      method: 'POST',
      path: '/api/v1/telemetry/reports',
      summary: 'Prepare a report as a CSV file',
      access: 'ViewTelemetryReports',
      body: reportRequest,
      status: 202,
      reply: report,
    },
    deleteTelemetryReport: {
      method: 'DELETE',
      path: '/api/v1/telemetry/reports/:report_id',
      summary: 'Delete a report, or stop preparing it',
      access: 'ViewTelemetryReports',
      params: ofReport,
      reply: success,
    },
  },
});
