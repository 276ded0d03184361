import { defineApi, id, time, z } from '#core/api/common/index.ts';

/** The caller's work in a project. */
export const projectWork = z.object({
  project_id: z.int(),
  name: z.string(),
  /** Number of the project type. */
  type: z.int(),
  /** The caller's role in the project. */
  role: z.int(),
  paused: z.boolean(),
  /** Items that wait for the caller by the statuses their role works on, the first to be worked on first. */
  statuses: z.array(z.object({ status: z.int(), name: z.string(), items: z.int() })),
  /** Number of returned items among them. */
  returned: z.int(),
  /** Number of begun items among them. */
  in_progress: z.int(),
  /** All of them. */
  waiting: z.int(),
  /** The item to open next; null when none waits. */
  next_item_id: z.int().nullable(),
  /** Last day of the project's work, such as 2026-12-24; null when it has none. */
  due_on: z.string().nullable(),
  /** The caller may request more items of the project. */
  can_request: z.boolean(),
});
export type ProjectWork = z.output<typeof projectWork>;

const itemsInStatuses = z.object({ items: z.int(), statuses: z.array(z.int()) });

/** Items that wait for one person of a project. */
export const waitingPerson = z.object({
  /** Null for items that are assigned to nobody. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.int().nullable(),
  /** Returned to them and not resubmitted. */
  returned: itemsInStatuses,
  /** Assigned and not begun. */
  untouched: itemsInStatuses,
  in_progress: itemsInStatuses,
  /** Items with unresolved comments. */
  open_comments: z.int(),
  /** When the one that waits longest was changed last; null when none is returned, untouched or in progress. */
  since: time.nullable(),
});
export type WaitingPerson = z.output<typeof waitingPerson>;

/** Calls about the work of a person. */
export const myWorkApi = defineApi({
  service: 'main',
  operations: {
    listMyWork: {
      method: 'GET',
      path: '/api/v1/my-work',
      summary:
        'Projects in which the caller annotates or reviews, with the items assigned to them by status and the one to open next',
      access: 'team-member',
      query: z.strictObject({ project_id: id.optional() }),
      reply: z.object({ data: z.array(projectWork) }),
    },
    listWaiting: {
      method: 'GET',
      path: '/api/v1/project/:project_id/waiting',
      summary:
        'Whom the items of a project wait for: returned, untouched and begun items, and open comments, by person',
      access: 'GenerateAnalytics',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      reply: z.object({ due_on: projectWork.shape.due_on, data: z.array(waitingPerson) }),
    },
  },
});
