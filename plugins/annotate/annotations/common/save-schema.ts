import { z } from '#core/api/common/index.ts';
import type { Patch } from './edits.ts';

/** Patches that one save of edits may hold. */
export const MOST_PATCHES = 20_000;

/**
 * Names one save; the same one sent again has no second effect. Hexadecimal digits, with or without the dashes of a
 * UUID.
 */
export const operationId = z.string().regex(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i, 'must be a UUID');

/** Revision of what is stored; 0 means that nothing was stored yet. */
export const revision = z.int().min(0);

/** Each is checked where it is read, which names the one at fault. */
const patches = z.array(z.unknown()).max(MOST_PATCHES) as unknown as z.ZodType<readonly Patch[]>;

/** Edits of what is stored as `base`. */
export const savedEdits = z.strictObject({ op: operationId, base: revision, patches });

export const saved = z.object({
  revision,
  /** This operation was stored before; nothing happened now. */
  replayed: z.boolean().optional(),
  status: z.int(),
  /** Status of the item before this call. */
  status_before: z.int(),
});
export type Saved = z.output<typeof saved>;
