import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import { itemKeys } from '../../common/query-keys.ts';
import { approvalStatuses } from '../../common/item-status.ts';
import { ItemsWebHooks } from '../kit/items-web-hooks.ts';
import { useStatuses } from '../kit/use-statuses.ts';
import type { FilterField } from '../kit/filter-field.ts';
import { messages } from '../messages.ts';
import { assignable, usePeople } from '../pages/use-people.ts';
import { useFolders } from '../pages/folder-pane.tsx';

const SOURCES = [
  messages.useFilterFields.uploaded,
  messages.useFilterFields.address,
  messages.useFilterFields.integration,
  messages.useFilterFields.generated,
];

/** All fields by which the items of a project can be filtered, those of other plugins among them. */
export function useFilterFields(projectId: number, inFolder: boolean): readonly FilterField[] {
  const addressOf = useAddressOf();
  const hooks = useService(ItemsWebHooks);
  const lists = useCan('ListFolders');
  const statuses = useStatuses(projectId);
  const people = usePeople(projectId);
  const folders = useFolders(projectId, lists).data;
  const more = useQuery({
    queryKey: [...itemKeys.filterFields, projectId],
    queryFn: () => hooks.filterFields.promise({ projectId }, []),
    staleTime: 10_000,
  }).data;
  return useMemo(() => {
    const roles = [...new Map(assignable(people).map(each => [each.role, each.role_name])).entries()];
    const named = (of: typeof people): NonNullable<FilterField['choices']> =>
      of.map(each => ({
        value: each.email,
        label: `${each.first_name} ${each.last_name}`.trim() || addressOf(each.email),
      }));
    return [
      { name: 'name', title: messages.shared.name, kind: 'text' },
      ...(inFolder || folders === undefined
        ? []
        : [
            {
              name: 'folder_id',
              title: messages.useFilterFields.folder,
              kind: 'choice',
              choices: folders.map(each => ({
                value: String(each.id),
                label: each.is_root ? messages.shared.notInAFolder : each.name,
              })),
            } as const,
          ]),
      {
        name: 'annotation_status',
        title: messages.shared.status,
        kind: 'choice',
        choices: statuses.map(each => ({ value: String(each.value), label: each.title })),
      },
      {
        name: 'approval_status',
        title: messages.shared.approval,
        kind: 'choice',
        choices: [
          { value: String(approvalStatuses.approved), label: messages.shared.approved },
          { value: String(approvalStatuses.disapproved), label: messages.shared.disapproved },
          { value: String(approvalStatuses.none), label: messages.useFilterFields.notReviewed },
        ],
      },
      { name: 'is_pinned', title: messages.shared.pinned, kind: 'flag' },
      ...(people.length === 0
        ? []
        : [
            {
              name: 'assignments.user_id',
              title: messages.shared.assignedTo,
              kind: 'choice',
              empty: true,
              choices: named(assignable(people)),
            } as const,
          ]),
      ...roles.map(([role, title]): FilterField => ({
        name: `assignments.${role}.user_id`,
        title,
        kind: 'choice',
        empty: true,
        choices: named(people.filter(each => each.role === role)),
      })),
      { name: 'entropy_value', title: messages.shared.priority, kind: 'number', empty: true },
      { name: 'createdAt', title: messages.shared.added, kind: 'time' },
      { name: 'updatedAt', title: messages.shared.changed, kind: 'time' },
      { name: 'width', title: messages.useFilterFields.widthInPixels, kind: 'number', empty: true },
      { name: 'height', title: messages.useFilterFields.heightInPixels, kind: 'number', empty: true },
      {
        name: 'source',
        title: messages.shared.source,
        kind: 'choice',
        choices: SOURCES.map((label, index) => ({ value: String(index + 1), label })),
      },
      ...(more ?? []),
    ];
  }, [people, folders, statuses, more, inFolder, addressOf]);
}
