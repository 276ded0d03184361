import { useMemo } from 'react';
import { longDate, shortDate } from '#core/ui/web/index.ts';
import type { ShownColumn } from '#plugins/workspace/items/web/kit/index.ts';
import { APPROVALS, StatusMark } from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { FoundItem } from './use-found-items.ts';

/** Columns of the results as rows; with the text that fits where items were found by its meaning. */
export function useFoundColumns(projectId: number, excerpts: boolean): readonly ShownColumn<FoundItem>[] {
  return useMemo(
    () => [
      { width: 320, column: { id: 'name', title: messages.shared.name, width: 320, cell: item => item.name } },
      ...(excerpts
        ? [
            {
              width: 480,
              column: {
                id: 'excerpt',
                title: messages.foundColumns.excerpt,
                width: 480,
                cell: (item: FoundItem) => item.excerpt ?? '–',
              },
            },
          ]
        : []),
      {
        width: 180,
        column: {
          id: 'folder',
          title: messages.foundColumns.folder,
          width: 180,
          cell: item => (item.is_root_folder ? '–' : item.folder_name),
        },
      },
      {
        width: 140,
        column: {
          id: 'status',
          title: messages.shared.status,
          width: 140,
          cell: item => <StatusMark projectId={projectId} value={item.annotation_status} />,
        },
      },
      {
        width: 110,
        column: {
          id: 'approval',
          title: messages.shared.approval,
          width: 110,
          cell: item => APPROVALS[item.approval_status] ?? '–',
        },
      },
      {
        width: 110,
        column: {
          id: 'updated',
          title: messages.foundColumns.changed,
          width: 110,
          cell: item => <span title={longDate(item.updatedAt)}>{shortDate(item.updatedAt)}</span>,
        },
      },
    ],
    [projectId, excerpts],
  );
}
