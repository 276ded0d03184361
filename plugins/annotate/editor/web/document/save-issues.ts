import type { Fault } from '#core/base/common/index.ts';
import { isFault } from '#core/base/common/index.ts';

/** The findings of a refused save: which entry and why. */
export function issuesOf(fault: Fault): readonly { readonly path: string; readonly message: string }[] {
  const details = isFault(fault)
    ? (fault.details as
        | { readonly issues?: readonly { readonly path: string; readonly message: string }[] }
        | undefined)
    : undefined;
  return Array.isArray(details?.issues) ? details.issues : [];
}
