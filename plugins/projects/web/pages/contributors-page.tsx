import { ActionIcon, Button, Group, Select, Skeleton, Switch, Table, Text, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { confirm, EmptyState, ErrorPanel, Icon, PageBody, PageHeader, PageToolbar, SearchBox, StatusChip, toast, toastError } from '#core/ui/web/index.ts';
import type { Contributor, ProjectRole } from '../../common/project.ts';
import { ContributorRights } from '../contributor-rights.tsx';
import { useProject } from '../kit/index.ts';
import { ProjectsClient } from '../projects-client.ts';
import { ShareDialog } from '../share-dialog.tsx';

type Patch = { readonly role?: number; readonly paused?: boolean; readonly permissions?: number[] };

/** Who works in the project, in which role. */
export default function ContributorsPage(): JSX.Element {
  const project = useProject();
  const client = useService(ProjectsClient);
  const [search, setSearch] = useState('');
  const [sharing, setSharing] = useState(false);
  const list = useQuery({ queryKey: ['projects', 'contributors', project.id], queryFn: () => client.contributors.listContributors({ params: { project_id: project.id } }) });

  if (list.error !== null && list.data === undefined) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data?.data ?? [];
  const found = all.filter(each => `${each.first_name} ${each.last_name} ${each.email}`.toLowerCase().includes(search.trim().toLowerCase()));
  const share = <Button leftSection={<Icon name="invite" size={14} />} onClick={() => setSharing(true)}>Share</Button>;
  return (
    <>
      <PageHeader title="Contributors" {...(list.data === undefined ? {} : { count: all.length })}>{all.length === 0 ? undefined : share}</PageHeader>
      {all.length === 0 ? undefined : <PageToolbar><SearchBox value={search} onChange={setSearch} label="Search people" /></PageToolbar>}
      <PageBody>
        {list.data === undefined ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {list.data !== undefined && all.length === 0 ? <EmptyState icon="people" text="Nobody works here yet. Team admins see every project anyway.">{share}</EmptyState> : undefined}
        {all.length > 0 && found.length === 0 ? <EmptyState icon="search" text="Nobody matches."><Button variant="default" onClick={() => setSearch('')}>Clear search</Button></EmptyState> : undefined}
        {found.length === 0 ? undefined : <ContributorTable rows={found} roles={list.data?.roles ?? []} />}
      </PageBody>
      <ShareDialog opened={sharing} onClose={() => setSharing(false)} projectId={project.id} contributors={all} roles={list.data?.roles ?? []} />
    </>
  );
}

function ContributorTable({ rows, roles }: { readonly rows: readonly Contributor[]; readonly roles: readonly ProjectRole[] }): JSX.Element {
  return (
    <Table highlightOnHover>
      <Table.Thead><Table.Tr><Table.Th>Name</Table.Th><Table.Th w={170}>Role</Table.Th><Table.Th w={110}>State</Table.Th><Table.Th w={130}>Extra rights</Table.Th><Table.Th w={90}>Working</Table.Th><Table.Th w={40} aria-label="Actions" /></Table.Tr></Table.Thead>
      <Table.Tbody>{rows.map(each => <ContributorLine key={each.id} contributor={each} roles={roles} />)}</Table.Tbody>
    </Table>
  );
}

function ContributorLine({ contributor, roles }: { readonly contributor: Contributor; readonly roles: readonly ProjectRole[] }): JSX.Element {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const overAdmins = useCan('ManageProjectAdminPermissions');
  const editable = contributor.role !== projectRoles.projectAdmin || overAdmins;
  const params = { project_id: contributor.project_id, contributor_id: contributor.id };
  const name = `${contributor.first_name} ${contributor.last_name}`.trim();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['projects'] });

  const change = async (patch: Patch): Promise<void> => {
    await client.contributors.updateContributor({ params, body: patch }).catch(toastError);
    await refresh();
  };
  const changeRole = async (role: number): Promise<void> => {
    if (role === contributor.role) return;
    const yes = await confirm({ title: 'Change role', text: `${name || contributor.email} becomes ${roles.find(each => each.id === role)?.name}. All items assigned to them in this project are unassigned.`, action: 'Change role' });
    if (yes) await change({ role });
  };
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: 'Remove from project', text: `${name || contributor.email} loses access to this project and their assigned items. What they annotated stays.`, action: 'Remove', danger: true }))) return;
    try {
      await client.contributors.removeContributor({ params });
      toast(`Removed ${name || contributor.email}.`, { undo: () => void client.contributors.shareProject({ params: { project_id: contributor.project_id }, body: { users: [{ user_id: contributor.email, user_role: contributor.role }] } }).then(refresh, toastError) });
    } catch (error) {
      toastError(error);
    }
    await refresh();
  };

  return (
    <Table.Tr>
      <Table.Td><Text fw={500}>{name === '' ? contributor.email : name}</Text>{name === '' ? undefined : <Text size="sm" c="var(--loupe-muted)">{contributor.email}</Text>}</Table.Td>
      <Table.Td>
        {editable
          ? <Select aria-label={`Role of ${contributor.email}`} allowDeselect={false} value={String(contributor.role)} data={roles.filter(each => each.id !== projectRoles.projectAdmin || overAdmins).map(each => ({ value: String(each.id), label: each.name }))} onChange={value => void changeRole(Number(value))} />
          : <Text>{contributor.role_name}</Text>}
      </Table.Td>
      <Table.Td>{contributor.state === 'PENDING' ? <StatusChip label="Invited" color="var(--loupe-warning)" /> : contributor.paused ? <StatusChip label="Paused" color="var(--loupe-danger)" /> : <StatusChip label="Active" color="var(--loupe-success)" />}</Table.Td>
      <Table.Td><ContributorRights contributor={contributor} editable={editable} onChange={permissions => void change({ permissions })} /></Table.Td>
      <Table.Td><Tooltip label={contributor.paused ? 'Paused: can’t request or get new items' : 'Pause'}><span><Switch aria-label={`${contributor.email} works in this project`} checked={!contributor.paused} disabled={!editable} onChange={event => void change({ paused: !event.currentTarget.checked })} /></span></Tooltip></Table.Td>
      <Table.Td><Group justify="flex-end">{editable ? <Tooltip label="Remove from project"><ActionIcon aria-label={`Remove ${contributor.email}`} onClick={() => void remove()}><Icon name="close" /></ActionIcon></Tooltip> : undefined}</Group></Table.Td>
    </Table.Tr>
  );
}
