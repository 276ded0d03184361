import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, useDebounced } from '#core/ui/web/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { ItemsClient } from '../items-client.ts';
import { messages } from '../messages.ts';

/** A project that items may move to. */
export type TargetProject = Pick<Project, 'id' | 'name'>;

interface TargetProjectProps {
  /** The project the items are in. */
  readonly home: Pick<Project, 'id' | 'name' | 'type'>;
  readonly chosen: TargetProject;
  readonly onChoose: (project: TargetProject) => void;
}

const SHOWN = 50;

/** Chooses the project for the items: the one they are in, or another one of its type; pinned ones first. */
export function TargetProjectSelect({ home, chosen, onChoose }: TargetProjectProps): JSX.Element {
  const client = useService(ItemsClient);
  const labelOf = ({ id, name }: TargetProject): string =>
    id === home.id ? messages.targetProject.nameThisProject(name) : name;
  const [search, setSearch] = useState(labelOf(chosen));
  const name = useDebounced(search === labelOf(chosen) ? '' : search.trim());
  const found = useQuery({
    queryKey: projectKeys.dependent('items', 'targets', home.type, name),
    queryFn: ({ signal }) =>
      client.projects.listProjects({
        query: {
          limit: SHOWN,
          type: home.type,
          sort: 'name',
          order: 'asc',
          pinned_first: true,
          ...(name === '' ? {} : { name }),
        },
        signal,
      }),
  });
  const listed = (found.data?.data ?? []).filter(each => each.id !== home.id);
  const first = home.name.toLowerCase().includes(name.toLowerCase()) ? [home] : [];
  const kept = chosen.id === home.id || listed.some(each => each.id === chosen.id) ? [] : [chosen];
  const projects: readonly TargetProject[] = [...first, ...kept, ...listed];
  return (
    <Select
      label={messages.targetProject.toProject}
      searchable
      allowDeselect={false}
      filter={({ options }) => options}
      nothingFoundMessage={
        found.isPending ? messages.shared.loading : messages.targetProject.noProjectOfThisTypeMatches
      }
      data={projects.map(each => ({ value: String(each.id), label: labelOf(each) }))}
      value={String(chosen.id)}
      onSearchChange={setSearch}
      onChange={value => {
        const project = projects.find(each => String(each.id) === value);
        if (project !== undefined) onChoose(project);
      }}
      error={found.error === null ? undefined : errorText(found.error)}
    />
  );
}
