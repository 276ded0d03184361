import { useMemo } from 'react';
import { longDate, shortDate } from '#core/ui/web/index.ts';
import type { ShownColumn } from '#plugins/workspace/items/web/kit/index.ts';
import { APPROVALS, StatusMark } from '#plugins/workspace/items/web/kit/index.ts';
import type { FoundItem } from './use-found-items.ts';

/** Columns of the results as rows. */
export function useFoundColumns(projectId: number): readonly ShownColumn<FoundItem>[] {
  return useMemo(
    () => [
      { width: 320, column: { id: 'name', title: 'Name', width: 320, cell: item => item.name } },
      {
        width: 180,
        column: {
          id: 'folder',
          title: 'Folder',
          width: 180,
          cell: item => (item.is_root_folder ? '–' : item.folder_name),
        },
      },
      {
        width: 140,
        column: {
          id: 'status',
          title: 'Status',
          width: 140,
          cell: item => <StatusMark projectId={projectId} value={item.annotation_status} />,
        },
      },
      {
        width: 110,
        column: { id: 'approval', title: 'Approval', width: 110, cell: item => APPROVALS[item.approval_status] ?? '–' },
      },
      {
        width: 110,
        column: {
          id: 'updated',
          title: 'Changed',
          width: 110,
          cell: item => <span title={longDate(item.updatedAt)}>{shortDate(item.updatedAt)}</span>,
        },
      },
    ],
    [projectId],
  );
}
