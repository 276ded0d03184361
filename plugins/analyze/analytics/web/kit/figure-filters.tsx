import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { confirm } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { AnalyticsClient } from '../analytics-client.ts';
import { messages } from '../messages.ts';
import type { FigureFilter } from './use-figure-filters.ts';

interface FigureFiltersProps {
  readonly filter: FigureFilter;
  readonly onChange: (filter: FigureFilter) => void;
}

/** Folder, role and person that figures are narrowed to. A role chosen after a person asks to leave the person out. */
export function FigureFilters({ filter, onChange }: FigureFiltersProps): JSX.Element {
  const project = useProject();
  const { reports } = useService(AnalyticsClient);
  const params = { project_id: project.id };
  const people = useQuery({
    queryKey: ['analytics', project.id, 'choices'],
    queryFn: () => reports.reportPeopleList({ params }),
  });
  const folders = useQuery({
    queryKey: ['analytics', project.id, 'folders'],
    queryFn: () => reports.reportItems({ params }),
  });
  const rows = people.data?.rows ?? [];
  const roles = new Map(
    rows.flatMap(each => (each.role === null ? [] : [[each.role, each.role_name ?? String(each.role)] as const])),
  );
  const inRole = rows.filter(each => filter.role === undefined || each.role === filter.role);
  const chooseRole = async (value: string | null): Promise<void> => {
    const role = value === null ? undefined : Number(value);
    const user = filter.users?.[0];
    const fits =
      user === undefined || role === undefined || rows.some(each => each.email === user && each.role === role);
    if (
      !fits &&
      !(await confirm({
        title: messages.figureFilters.chooseTheRoleWithoutThePerson,
        text: messages.figureFilters.userDoes(user),
        action: messages.figureFilters.chooseTheRole,
      }))
    )
      return;
    const { role: _, users, ...rest } = filter;
    onChange({ ...rest, ...(role === undefined ? {} : { role }), ...(users === undefined || !fits ? {} : { users }) });
  };
  return (
    <>
      <Select
        w={170}
        aria-label={messages.shared.folder}
        placeholder={messages.figureFilters.allFolders}
        clearable
        searchable
        limit={200}
        value={filter.folder_ids?.[0] === undefined ? null : String(filter.folder_ids[0])}
        data={(folders.data?.rows ?? []).map(each => ({ value: String(each.folder_id), label: each.name }))}
        onChange={value => {
          const { folder_ids: _, ...rest } = filter;
          onChange({ ...rest, ...(value === null ? {} : { folder_ids: [Number(value)] }) });
        }}
      />
      <Select
        w={150}
        aria-label={messages.shared.role}
        placeholder={messages.figureFilters.allRoles}
        clearable
        value={filter.role === undefined ? null : String(filter.role)}
        data={[...roles].map(([value, label]) => ({ value: String(value), label }))}
        onChange={value => void chooseRole(value)}
      />
      <Select
        w={210}
        aria-label={messages.shared.person}
        placeholder={messages.figureFilters.everybody}
        clearable
        searchable
        limit={200}
        value={filter.users?.[0] ?? null}
        data={inRole.map(each => ({ value: each.email, label: each.name }))}
        onChange={value => {
          const { users: _, ...rest } = filter;
          onChange({ ...rest, ...(value === null ? {} : { users: [value] }) });
        }}
      />
    </>
  );
}
