import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageToolbar, SearchBox, toast } from '#core/ui/web/index.ts';
import type { TeamRoleRow } from '../../common/vocabulary-api.ts';
import { deleteWord } from '../delete-word.ts';
import { RoleDialog, rolePermissions } from '../role-dialog.tsx';
import { usageText } from '../usage-text.ts';
import { useTeamRoles, useWorkflowUsage } from '../use-team-words.ts';
import { WordTable } from '../word-table.tsx';
import { WorkflowAdmin } from '../workflow-admin.ts';

/** System roles have fixed rights, told in a word. */
function permissionsText(row: TeamRoleRow): string {
  if (row.isAdmin) return 'Everything in the project';
  if (row.type === 'system') return row.id === 1 ? 'Revert changes' : 'Approve, pin, comments';
  return row.rolePermissions.map(each => rolePermissions.find(permission => permission.id === each.permission_id)?.name ?? '').join(', ') || 'None beyond annotating';
}

/** Roles of which workflows of the team are made. */
export default function RolesPage(): JSX.Element {
  const { words } = useService(WorkflowAdmin);
  const queries = useQueryClient();
  const list = useTeamRoles();
  const usage = useWorkflowUsage();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<TeamRoleRow | 'new'>();
  const failed = list.error ?? usage.error;
  if (failed !== null && list.data === undefined) return <ErrorPanel error={failed} onRetry={() => { void list.refetch(); void usage.refetch(); }} />;
  const all = list.data ?? [];
  const found = all.filter(each => `${each.name} ${each.description ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()));
  const used = (row: TeamRoleRow): string | undefined => usageText(usage.data?.roles.find(each => each.id === row.id));
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['workflow'] });
  const remove = async (row: TeamRoleRow): Promise<void> => {
    await usage.refetch();
    if (await deleteWord('role', row.name, used(row), 'Take it out of the workflows and give people and groups another role first.', () => words.deleteRole({ params: { id: row.id } }))) await refresh();
  };

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox value={search} onChange={setSearch} label="Search roles" />
          <Button ml="auto" leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>New role</Button>
        </Group>
      </PageToolbar>
      <PageBody>
        {list.data === undefined || usage.data === undefined ? [0, 1, 2, 3].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {list.data !== undefined && usage.data !== undefined && found.length > 0 ? (
          <WordTable
            rows={found} columns={['Description', 'Permissions']} used={used} briefly={row => row.isAdmin ? 'Every workflow' : usageText(usage.data.roles.find(each => each.id === row.id), false)} onEdit={setEdited} onDelete={row => void remove(row)}
            icon={() => <Icon name="shield" />}
            cells={row => [<Text key="text" size="sm" c="var(--loupe-muted)" lineClamp={2}>{row.description}</Text>, <Text key="permissions" size="sm" lineClamp={2} title={permissionsText(row)}>{permissionsText(row)}</Text>]}
          />
        ) : undefined}
        {all.length > 0 && found.length === 0 ? <EmptyState icon="search" text="No role matches."><Button variant="default" onClick={() => setSearch('')}>Clear search</Button></EmptyState> : undefined}
        {all.some(each => each.type === 'user') || list.data === undefined ? undefined : <Text c="var(--loupe-muted)" pt="md">The roles of the system serve most teams. Add your own for people who do a step of their own.</Text>}
      </PageBody>
      <RoleDialog
        opened={edited !== undefined} role={edited === 'new' ? undefined : edited} all={all} used={edited === undefined || edited === 'new' ? undefined : used(edited)} onClose={() => setEdited(undefined)}
        onSaved={saved => { setEdited(undefined); toast(`${saved.name} is saved.`, { tone: 'success' }); void refresh(); }}
      />
    </>
  );
}
