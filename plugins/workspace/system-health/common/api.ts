import { email } from '#core/auth/common/index.ts';
import { defineApi, time, z } from '#core/api/common/index.ts';

/** Jobs of one kind that wait, run, or failed. */
const queue = z.object({
  plugin: z.string(),
  title: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** In the last 24 hours. */
  failed: z.int(),
  /** When the first of those that wait was asked for. */
  oldestWaiting: time.nullable(),
});
export type Queue = z.output<typeof queue>;

export const systemState = z.object({
  version: z.string(),
  node: z.string(),
  /** Of the process that answered, one of several perhaps. */
  startedAt: time,
  memoryBytes: z.int(),
  database: z.object({
    kind: z.enum(['pglite', 'postgres']),
    version: z.string(),
    bytes: z.int(),
    /** Milliseconds that a question to the database took. */
    answerMs: z.number(),
  }),
  /** Of the file system with the data folder; null where the server does not know the folder. */
  disk: z.object({ freeBytes: z.int(), bytes: z.int() }).nullable(),
  queues: z.array(queue),
  mail: z.enum(['smtp', 'folder', 'none']),
});
export type SystemState = z.output<typeof systemState>;

/** Files of the items of an organization. A file that several items of it share counts once. */
export const organizationStorage = z.object({
  organization_id: z.int(),
  organization: z.string(),
  items: z.int(),
  files: z.int(),
  bytes: z.int(),
});
export type OrganizationStorage = z.output<typeof organizationStorage>;

/** State of the installation, for super-admins. */
export const systemApi = defineApi({
  service: 'main',
  operations: {
    getSystem: {
      method: 'GET',
      path: '/api/v1/admin/system',
      summary: 'Versions, database, disk, and the jobs that wait, run or failed',
      access: 'super-admin',
      reply: systemState,
    },
    measureStorage: {
      method: 'GET',
      path: '/api/v1/admin/system/storage',
      summary: 'Files of the items of each organization, the largest first',
      access: 'super-admin',
      reply: z.object({ data: z.array(organizationStorage) }),
    },
    testMail: {
      method: 'POST',
      path: '/api/v1/admin/system/mail-test',
      summary: 'Send a test mail and answer what the mail server says to it',
      access: 'super-admin',
      body: z.strictObject({ to: email }),
      reply: z.object({
        sent: z.boolean(),
        /** Words of the mail server, or why none answered. */
        answer: z.string(),
      }),
    },
  },
});
