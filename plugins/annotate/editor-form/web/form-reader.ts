import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormReader } from '#plugins/annotate/form/common/index.ts';

/** Returns the role and status that the particulars of an opened item give its reader. */
export function readerOf({ form, role, status }: JsonRecord): FormReader {
  const map = isRecord(form) && isRecord(form['meta']) ? form['meta']['statusesMap'] : undefined;
  return { role: Number(role ?? 0), status: Number(status ?? 0), ...(isRecord(map) ? { statusesMap: map } : {}) };
}
