import { csvCell } from '#core/base/common/index.ts';
import type { UnpackResult } from '../../common/uploads-api.ts';
import { messages } from '../messages.ts';

/**
 * The files of an archive that became no items, with their reasons, as CSV; a last line counts those that were not kept
 * one by one.
 */
export function unpackErrors({ failed, failed_count: count }: UnpackResult): string {
  const more = count - failed.length;
  const rows = [
    ...failed.map(each => [each.path, each.message]),
    ...(more > 0
      ? [[messages.unpackErrors.moreFiles(more.toLocaleString('en')), messages.unpackErrors.theirReasonsWereNotKept]]
      : []),
  ];
  return ['file,reason', ...rows.map(row => row.map(cell => csvCell(cell!)).join(','))].join('\r\n');
}
