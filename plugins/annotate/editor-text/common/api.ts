import { defineApi, id, z } from '#core/api/common/index.ts';
import { dictionary } from './dictionary/dictionary.ts';

const inProject = z.strictObject({ project_id: id });

/** A dictionary as it is stored. */
const storedDictionary = dictionary.extend({
  /** 0 before anything was stored. */
  version: z.int(),
  updated_by: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type StoredDictionary = z.output<typeof storedDictionary>;

/** The dictionary of a text project: terms that are suggested as spans. */
export const textApi = defineApi({
  service: 'main',
  operations: {
    getDictionary: {
      method: 'GET',
      path: '/api/v1/project/:project_id/dictionary',
      summary: 'Terms of a text project with their classes',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      reply: storedDictionary,
    },
    putDictionary: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/dictionary',
      summary:
        'Replace the terms of a text project; CONFLICT when another version is stored than the one they were made on',
      access: 'UpdateClass',
      project: 'params.project_id',
      params: inProject,
      body: dictionary.extend({ version: z.int().min(0) }),
      bodyLimit: 32 * 1024 * 1024,
      bodyReason: 'A dictionary of many words',
      reply: storedDictionary,
    },
  },
});
