import { ActionIcon, Checkbox, Group, Popover, ScrollArea, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { JSX } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { Icon, moved } from '#core/ui/web/index.ts';
import { ProjectsWebHooks } from '../kit/index.ts';
import { listColumns, standardColumns } from '../list-columns.tsx';
import { ListViewStore } from '../list-view-store.ts';
import { useColumnSources } from '../use-extra-columns.ts';

/** Which columns the table has, and in which order; beside it what keeps such choices. */
export function ColumnChooser(): JSX.Element {
  const store = useService(ListViewStore);
  const hooks = useService(ProjectsWebHooks);
  const { id: teamId } = useTeam();
  const { columns } = useSnapshot(store.state);
  const [params, setParams] = useSearchParams();
  const extra = useColumnSources().flatMap(each => each.columns);
  const tools = useQuery({ queryKey: ['projects', 'layoutTools', teamId], queryFn: () => hooks.layoutTools.promise({ teamId }, []) }).data ?? [];
  const known = [...listColumns, ...extra];
  const shown = columns.flatMap(id => known.find(each => each.id === id) ?? []);
  const hidden = known.filter(each => !columns.includes(each.id));
  const ids = shown.map(each => each.id);

  return (
    <>
      <Popover position="bottom-end" width={260} trapFocus shadow="md">
        <Popover.Target><Tooltip label="Columns"><ActionIcon aria-label="Columns"><Icon name="adjust" /></ActionIcon></Tooltip></Popover.Target>
        <Popover.Dropdown aria-label="Columns">
          <Stack gap="xs">
            <Group justify="space-between"><Text fw={600}>Columns</Text><UnstyledButton fz="sm" c="var(--loupe-accent)" onClick={() => store.chooseColumns(standardColumns)}>Reset</UnstyledButton></Group>
            <ScrollArea.Autosize mah={360}>
              <Stack gap={2}>
                {shown.map((each, at) => (
                  <Group key={each.id} gap={4} wrap="nowrap" justify="space-between">
                    <Checkbox label={each.title} checked onChange={() => store.chooseColumns(ids.filter(id => id !== each.id))} />
                    <Group gap={0} wrap="nowrap">
                      <ActionIcon size="sm" aria-label={`Move ${each.title} up`} disabled={at === 0} onClick={() => store.chooseColumns(moved(ids, at, at - 1))}><Icon name="up" size={14} /></ActionIcon>
                      <ActionIcon size="sm" aria-label={`Move ${each.title} down`} disabled={at === shown.length - 1} onClick={() => store.chooseColumns(moved(ids, at, at + 1))}><Icon name="down" size={14} /></ActionIcon>
                    </Group>
                  </Group>
                ))}
                {hidden.map(each => <Checkbox key={each.id} mih={22} label={each.title} checked={false} onChange={() => store.chooseColumns([...ids, each.id])} />)}
              </Stack>
            </ScrollArea.Autosize>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Suspense fallback={null}>{tools.map((Tool, at) => <Tool key={at} layout={{ columns, search: params.toString() }} onLayout={layout => { store.chooseColumns(layout.columns); setParams(new URLSearchParams(layout.search), { replace: true }); }} />)}</Suspense>
    </>
  );
}
