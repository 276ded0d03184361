import { defineApi, id, z } from '#core/api/common/index.ts';
import { itemChange, itemSelection } from './change-api.ts';

/** Options of copying or moving items to a folder. A move always takes everything along. */
export const copyOrMoveOptions = z.strictObject({
  operation: z.enum(['copy', 'move']),
  /** A copy without them is a bare item in the first status. */
  annotations: z.boolean().default(true),
  pins: z.boolean().default(false),
  /** Handling of items whose names are taken there. */
  duplicates: z.enum(['skip_duplicates', 'replace_all', 'replace_annotation']).default('skip_duplicates'),
  /**
   * Handling of annotations whose class or attribute the other project does not have: their items stay, it is made
   * there, or the annotations are left out.
   */
  missing: z.enum(['refuse', 'create', 'leave_out']).default('refuse'),
});
export type MissingChoice = z.output<typeof copyOrMoveOptions>['missing'];
export type CopyOrMoveOptions = z.output<typeof copyOrMoveOptions>;

/** Something that items have and the other project lacks. */
export const copyOrMoveFinding = z.object({
  /** Its kind, for people: `Class`, `Attribute group`, `Category`. */
  kind: z.string(),
  name: z.string(),
  /** Items that have it, of those that were looked at. */
  items: z.int(),
  /**
   * `asked`: `missing` says what becomes of it; `made`: it is made there; `left_out`: the items go without it;
   * `refused`: the items stay.
   */
  fate: z.enum(['asked', 'made', 'left_out', 'refused']),
  /** Why it can't be made there; null where it can. */
  obstacle: z.string().nullable(),
});
export type CopyOrMoveFinding = z.output<typeof copyOrMoveFinding>;

/** Items that are looked through, at most, for what another project lacks. */
export const LOOKED_THROUGH = 1000;

/** Preview of copying or moving a selection to a folder. */
export const copyOrMoveReport = z.object({
  items: z.int(),
  /** In the folder already; they stay as they are. */
  there: z.int(),
  /** Others of the same names lie there. */
  taken: z.int(),
  /** Items that were looked through for `findings`: the first ones by id. */
  examined: z.int(),
  /** Names that the other project lacks; nothing within a project. */
  findings: z.array(copyOrMoveFinding),
  /** Items keep their status; false where the other project has another workflow, and they start over. */
  keeps_status: z.boolean(),
});
export type CopyOrMoveReport = z.output<typeof copyOrMoveReport>;

/** True when the folder was made for these items: undoing deletes it, too, unless it has other items by then. */
export const folder_created = z.boolean().optional();

const params = z.strictObject({ project_id: id });
const number = z.int().positive().max(2_147_483_647);
/** The project the folder is in; absent: the one the items are in. It has the same type and team. */
const to_project_id = number.optional();

/**
 * Copies and moves of one item or of half a million. They are followed like changes (`getItemChange`), `same` are those
 * that were skipped.
 */
export const copyOrMoveApi = defineApi({
  service: 'main',
  operations: {
    bringItems: {
      method: 'POST',
      path: '/api/v1/project/:project_id/items/bring',
      summary: 'Copy or move items to a folder of the project or of another one; few at once, many by a job',
      access: 'CopyItem',
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'The numbers of 50 000 items',
      project: 'params.project_id',
      params,
      body: z.strictObject({
        selection: itemSelection,
        folder_id: number,
        folder_created,
        to_project_id,
        ...copyOrMoveOptions.shape,
      }),
      reply: itemChange,
    },
    previewBringing: {
      method: 'POST',
      reads: true,
      path: '/api/v1/project/:project_id/items/bring/preview',
      summary: 'What copying or moving items to a folder would mean',
      access: 'CopyItem',
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'The numbers of 50 000 items',
      project: 'params.project_id',
      /** Without a folder it is one that is still to be made. */
      params,
      body: z.strictObject({
        selection: itemSelection,
        folder_id: number.optional(),
        to_project_id,
        operation: copyOrMoveOptions.shape.operation.default('copy'),
        annotations: z.boolean().default(true),
      }),
      reply: copyOrMoveReport,
    },
  },
});
