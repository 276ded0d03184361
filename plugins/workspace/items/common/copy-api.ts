import { defineApi, id, success, z } from '#core/api/common/index.ts';

const projectQuery = z.looseObject({ project_id: id });
const poll = z.looseObject({ project_id: id, poll_id: id });
const names = z.array(z.string().max(1000)).max(5000);
const started = z.object({ poll_id: z.int() });

/** Progress of a copy or move. `finished` ends it, whatever became of it; `state` and `message` say that. */
export const copyProgress = z.object({
  progress: z.enum(['finished', 'inProgress']),
  state: z.enum(['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
  done: z.int(),
  skipped: z.int(),
  total: z.int(),
  /** The job that does it; null when it was done at once. */
  job_id: z.string().nullable(),
  message: z.string().nullable(),
});
export type CopyProgress = z.output<typeof copyProgress>;

const older = {
  is_folder_copy: z.boolean().nullish(),
  /** Absent or empty with `is_folder_copy`: everything in the folder. */
  image_names: names.nullish(),
  source_folder_id: id,
  destination_folder_id: id,
  include_annotations: z.boolean().nullish(),
  keep_pin_status: z.boolean().nullish(),
} as const;

/** Calls that copy and move items between folders of a project. */
export const copyApi = defineApi({
  service: 'main',
  operations: {
    copyItems: {
      method: 'POST',
      path: '/images/copy-move-images-folders',
      summary: 'Copy or move items to another folder, with a choice for names that are taken',
      access: 'CopyItem',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of 5000 items',
      project: 'query.project_id',
      query: projectQuery,
      body: z.looseObject({
        ...older,
        duplicate_behaviour: z
          .enum(['skip_duplicates', 'replace_all', 'replace_annotation'])
          .default('skip_duplicates'),
        operate_function: z.enum(['copy', 'move']).default('copy'),
      }),
      reply: started,
    },
    copyItemsOlder: {
      method: 'POST',
      path: '/images/copy-image-or-folders',
      summary: 'Copy items, or everything in a folder; names that are taken are skipped',
      access: 'CopyItem',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of 5000 items',
      project: 'query.project_id',
      query: projectQuery,
      body: z.looseObject(older),
      reply: started,
    },
    moveItemsOlder: {
      method: 'POST',
      path: '/image/move',
      summary: 'Move items; names that are taken stay',
      access: 'MoveItem',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of 5000 items',
      project: 'query.project_id',
      query: projectQuery,
      body: z.looseObject({ image_names: names, source_folder_id: id, destination_folder_id: id }),
      reply: started,
    },
    copyProgress: {
      method: 'GET',
      path: '/images/copy-image-progress',
      summary: 'How far a copy or move is; `[done, skipped, total]` for the older calls',
      access: 'ViewItem',
      project: 'query.project_id',
      query: poll,
      reply: z.union([copyProgress, z.array(z.int())]),
    },
    cancelCopy: {
      method: 'DELETE',
      path: '/images/copy-image-progress',
      summary: 'Stop a copy or move; what was done stays',
      access: 'CopyItem',
      project: 'query.project_id',
      query: poll,
      reply: success,
    },
  },
});
