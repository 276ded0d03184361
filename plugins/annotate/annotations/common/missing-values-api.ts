import { defineApi, id, listOf, z } from '#core/api/common/index.ts';

/** Calls about items that were annotated before a value was required. */
export const missingValuesApi = defineApi({
  service: 'main',
  operations: {
    countMissingValues: {
      method: 'GET',
      path: '/api/v1/project/:project_id/annotations/missing-values',
      summary: 'How many items have an object without a value in one of these attribute groups',
      access: 'UpdateClass',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      query: z.strictObject({
        group_ids: listOf(id).refine(ids => ids.length >= 1 && ids.length <= 100, 'name 1 to 100 attribute groups'),
      }),
      reply: z.object({
        items: z.int(),
        /** Those of them that are completed, and the statuses that count as completed. */
        completed: z.int(),
        completed_statuses: z.array(z.int()),
        /**
         * The status in which completed items are worked on again: Returned where the project has it, else the one of
         * work in progress.
         */
        back: z.int(),
      }),
    },
  },
});
