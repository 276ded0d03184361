import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { SearchBox, useDebounced } from '#core/ui/web/index.ts';
import { AutomationsClient } from '../automations-client.ts';
import { messages } from '../messages.ts';
import classes from './editor.module.css';

interface ItemChooserProps {
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly project: number | undefined;
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (project: number | undefined, chosen: ReadonlySet<number>) => void;
}

/** Chooses items of one project. */
export function ItemChooser({ projects, project, chosen, onChange }: ItemChooserProps): JSX.Element {
  const { items } = useService(AutomationsClient);
  const [search, setSearch] = useState('');
  const name = useDebounced(search, 200);
  const listed = useQuery({
    queryKey: ['automations', 'items', project, name],
    queryFn: () =>
      items.listItems({
        params: { project_id: project! },
        query: { limit: 50, sort: 'name', ...(name === '' ? {} : { name }) },
      }),
    enabled: project !== undefined,
  });
  return (
    <Stack gap="md">
      <Select
        label={messages.itemChooser.project}
        searchable
        placeholder={messages.shared.choose}
        data={projects.map(each => ({ value: String(each.id), label: each.name }))}
        value={project === undefined ? null : String(project)}
        onChange={next => onChange(next === null ? undefined : Number(next), new Set())}
      />
      {project === undefined ? (
        <Text c="var(--loupe-muted)">{messages.itemChooser.chooseAProjectToSee}</Text>
      ) : (
        <Stack gap="xs">
          <Group justify="space-between">
            <Text fw={500}>{messages.itemChooser.itemsCountChosen(chosen.size)}</Text>
            <SearchBox value={search} onChange={setSearch} label={messages.itemChooser.searchItems} />
          </Group>
          <div className={classes['items']}>
            {listed.data?.data.map(each => (
              <Checkbox
                key={each.id}
                py={3}
                label={each.name}
                checked={chosen.has(each.id)}
                onChange={change => {
                  const next = new Set(chosen);
                  next[change.currentTarget.checked ? 'add' : 'delete'](each.id);
                  onChange(project, next);
                }}
              />
            ))}
            {listed.data?.data.length === 0 ? (
              <Text c="var(--loupe-muted)">{messages.itemChooser.noItemMatches}</Text>
            ) : undefined}
          </div>
        </Stack>
      )}
    </Stack>
  );
}
