import type { Author, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { changeInstances, sameJson } from '#plugins/annotate/annotations/common/index.ts';
import { isReviewable } from './review-walk.ts';

/** The word of an object's approval on screen (`error` in files). */
export type Approval = 'approved' | 'disapproved' | 'none';

export const approvalOf = ({ error }: Instance): Approval =>
  error === false ? 'approved' : error === true ? 'disapproved' : 'none';

const ERROR: Readonly<Record<Approval, boolean | null>> = { approved: false, disapproved: true, none: null };

/**
 * Gives objects an approval; where all of them have it already, it is cleared, as the item's is.
 * Locked ones too: approving changes no object.
 */
export function approve(
  instances: readonly Instance[],
  wanted: Approval,
  by: Author,
  now: Date = new Date(),
): readonly Patch[] {
  const objects = instances.filter(isReviewable);
  const error = objects.every(each => approvalOf(each) === wanted) ? null : ERROR[wanted];
  return changeInstances(
    objects,
    instance => ((instance.error ?? null) === error ? instance : { ...instance, error }),
    by,
    now,
  );
}

/** Fields that may change without an approved object losing its approval. */
const HARMLESS: ReadonlySet<string> = new Set([
  'id',
  'className',
  'updatedAt',
  'updatedBy',
  'createdAt',
  'createdBy',
  'creationType',
  'visible',
  'locked',
  'error',
]);

/**
 * The patches with the approval taken off approved objects whose geometry, class or attributes they change.
 * Paint lies in the mask beside an object: one that is stamped together with paint has changed.
 */
export function withoutStaleApproval(patches: readonly Patch[]): readonly Patch[] {
  const painted = patches.some(each => each.collection === 'raster');
  const stale = (patch: Patch): boolean => {
    if (patch.collection !== 'instances' || patch.before === undefined || patch.after === undefined) return false;
    const before = patch.before as Instance;
    const after = patch.after as Instance;
    if (before.error !== false || after.error !== false) return false;
    return (
      painted ||
      [...new Set([...Object.keys(before), ...Object.keys(after)])].some(
        field => !HARMLESS.has(field) && !sameJson(before[field], after[field]),
      )
    );
  };
  if (!patches.some(stale)) return patches;
  return patches.map(patch =>
    stale(patch) ? { ...patch, after: { ...(patch.after as Instance), error: null } } : patch,
  );
}
