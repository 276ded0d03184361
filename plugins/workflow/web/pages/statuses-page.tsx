import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageToolbar, SearchBox, ShortcutKey, toast } from '#core/ui/web/index.ts';
import { statusShortcutById } from '../../common/status-shortcuts.ts';
import type { TeamStatus } from '../../common/vocabulary-api.ts';
import { deleteWord } from '../delete-word.ts';
import { StatusDialog } from '../status-dialog.tsx';
import { iconIdOf, StatusIcon } from '../status-icon.tsx';
import { usageText } from '../usage-text.ts';
import { useTeamStatuses, useWorkflowUsage } from '../use-team-words.ts';
import { WordTable } from '../word-table.tsx';
import { WorkflowAdmin } from '../workflow-admin.ts';

/** Statuses of which workflows of the team are made. */
export default function StatusesPage(): JSX.Element {
  const { words } = useService(WorkflowAdmin);
  const queries = useQueryClient();
  const list = useTeamStatuses();
  const usage = useWorkflowUsage();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<TeamStatus | 'new'>();
  const failed = list.error ?? usage.error;
  if (failed !== null && list.data === undefined) return <ErrorPanel error={failed} onRetry={() => { void list.refetch(); void usage.refetch(); }} />;
  const all = list.data ?? [];
  const found = all.filter(each => `${each.name} ${each.description ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()));
  const used = (row: TeamStatus): string | undefined => usageText(usage.data?.statuses.find(each => each.id === row.id));
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['workflow'] });
  const remove = async (row: TeamStatus): Promise<void> => {
    await usage.refetch();
    if (await deleteWord('status', row.name, used(row), 'Take it out of the workflows first; items in it are asked about then.', () => words.deleteStatus({ params: { id: row.id } }))) await refresh();
  };

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox value={search} onChange={setSearch} label="Search statuses" />
          <Button ml="auto" leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>New status</Button>
        </Group>
      </PageToolbar>
      <PageBody>
        {list.data === undefined || usage.data === undefined ? [0, 1, 2, 3].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {list.data !== undefined && usage.data !== undefined && found.length > 0 ? (
          <WordTable
            rows={found} columns={['Description', 'Shortcut']} used={used} briefly={row => usageText(usage.data.statuses.find(each => each.id === row.id), false)} onEdit={setEdited} onDelete={row => void remove(row)}
            icon={row => <StatusIcon id={iconIdOf(row)} />}
            cells={row => [<Text key="text" size="sm" c="var(--loupe-muted)" lineClamp={2}>{row.description}</Text>, row.shortcut_id === null ? undefined : <ShortcutKey key="key" chord={statusShortcutById(row.shortcut_id)?.label ?? ''} />]}
          />
        ) : undefined}
        {all.length > 0 && found.length === 0 ? <EmptyState icon="search" text="No status matches."><Button variant="default" onClick={() => setSearch('')}>Clear search</Button></EmptyState> : undefined}
        {all.some(each => each.type === 'user') || list.data === undefined ? undefined : <Text c="var(--loupe-muted)" pt="md">The six of the system serve most teams. Add your own for steps such as a second review.</Text>}
      </PageBody>
      <StatusDialog
        opened={edited !== undefined} status={edited === 'new' ? undefined : edited} all={all} used={edited === undefined || edited === 'new' ? undefined : used(edited)} onClose={() => setEdited(undefined)}
        onSaved={saved => { setEdited(undefined); toast(`${saved.name} is saved.`, { tone: 'success' }); void refresh(); }}
      />
    </>
  );
}
