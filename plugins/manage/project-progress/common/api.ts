import { defineApi, id, listOf, z } from '#core/api/common/index.ts';

/** Projects of one call; more are left out. */
export const MOST_PROJECTS = 100;

/** Facts on the card of a project. */
export const projectSummary = z.object({
  project_id: z.int(),
  /** Items by status, in the order of the workflow; statuses without items are left out. */
  statuses: z.array(z.object({ status: z.int(), name: z.string(), items: z.int() })),
  /** Last day of the project's work, such as 2026-12-24; null when it has none or is completed. */
  due_on: z.string().nullable(),
  /** Items that were returned. */
  returned: z.int(),
  /** Addresses of small pictures of its first items; at most four. */
  thumbnails: z.array(z.string()),
  /** The people who work in it; at most five. */
  people: z.array(z.object({ email: z.string(), name: z.string() })),
  people_count: z.int(),
});
export type ProjectSummary = z.output<typeof projectSummary>;

export const projectProgressApi = defineApi({
  service: 'main',
  operations: {
    listProjectSummaries: {
      method: 'GET',
      path: '/api/v1/project-summaries',
      summary:
        'Items by status, pictures and people of projects for their cards; projects the caller does not see are left out',
      access: 'team-member',
      query: z.strictObject({ project_ids: listOf(id) }),
      reply: z.object({ data: z.array(projectSummary) }),
    },
  },
});
