import { defineApi, id, z } from '#core/api/common/index.ts';
import { itemChange, itemSelection } from './change-api.ts';

/** How items are brought to a folder (wire, main API 8). A move always takes everything along. */
export const bringManner = z.strictObject({
  operation: z.enum(['copy', 'move']),
  /** A copy without them is a bare item in the first status. */
  annotations: z.boolean().default(true),
  pins: z.boolean().default(false),
  /** What becomes of items whose names are taken there. */
  duplicates: z.enum(['skip_duplicates', 'replace_all', 'replace_annotation']).default('skip_duplicates'),
});
export type BringManner = z.output<typeof bringManner>;

/** What bringing a selection to a folder would mean. */
export const bringReport = z.object({
  items: z.int(),
  /** In the folder already; they stay as they are. */
  there: z.int(),
  /** Others of the same names lie there. */
  taken: z.int(),
});
export type BringReport = z.output<typeof bringReport>;

const params = z.strictObject({ project_id: id });
const target = z.int().positive().max(2_147_483_647);

/** Copies and moves of one item or of half a million. They are followed like changes (`getItemChange`), `same` are those that were skipped. */
export const bringApi = defineApi({
  service: 'main',
  operations: {
    bringItems: {
      method: 'POST', path: '/api/v1/project/:project_id/items/bring', summary: 'Copy or move items to a folder; few at once, many by a job', access: 'CopyItem', project: 'params.project_id',
      params, body: z.strictObject({ selection: itemSelection, folder_id: target, ...bringManner.shape }), reply: itemChange,
    },
    previewBringing: {
      method: 'POST', reads: true, path: '/api/v1/project/:project_id/items/bring/preview', summary: 'What copying or moving items to a folder would mean', access: 'CopyItem', project: 'params.project_id',
      params, body: z.strictObject({ selection: itemSelection, folder_id: target }), reply: bringReport,
    },
  },
});
