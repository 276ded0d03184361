import { Button, Checkbox, Group, Select, Skeleton, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageToolbar, SearchBox } from '#core/ui/web/index.ts';
import type { MadeLink } from '../invitation-link.tsx';
import { InvitationLink } from '../invitation-link.tsx';
import { InviteDialog } from '../invite-dialog.tsx';
import { InviteStore } from '../invite-store.ts';
import { MemberLine, useRemovable } from '../member-line.tsx';
import { TeamsClient } from '../teams-client.ts';
import { useMemberActions } from '../use-member-actions.ts';

const STATES = [{ value: 'CONFIRMED', label: 'Active' }, { value: 'PENDING', label: 'Invited' }];
const ROLES = [{ value: '15', label: 'Organization Owner' }, { value: '12', label: 'Team Owner' }, { value: '7', label: 'Team Admin' }, { value: '4', label: 'Contributor' }];

/** Everybody in the team, and who is invited. */
export default function MembersPage(): JSX.Element {
  const { api } = useService(TeamsClient);
  const team = useTeam();
  const invites = useCan('InviteTeamUser');
  const store = useService(InviteStore);
  const { open } = useSnapshot(store.state);
  const actions = useMemberActions();
  const removable = useRemovable();
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const [state, setState] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [linked, setLinked] = useState<MadeLink>();
  const list = useQuery({ queryKey: ['teams', 'members', team.id], queryFn: () => api.listMembers({ query: { limit: 2000 } }) });

  if (list.error !== null && list.data === undefined) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data?.data ?? [];
  const wanted = search.trim().toLowerCase();
  const found = all.filter(each => `${each.first_name} ${each.last_name} ${each.email}`.toLowerCase().includes(wanted)
    && (role === null || String(each.user_role) === role) && (state === null || each.state === state));
  const marked = found.filter(each => chosen.has(each.email) && removable(each));
  const markable = found.filter(removable);
  const toggle = (email: string): void => setChosen(current => new Set(current.has(email) ? [...current].filter(each => each !== email) : [...current, email]));
  const clear = (): void => { setSearch(''); setRole(null); setState(null); };

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox value={search} onChange={setSearch} label="Search members" />
          <Select w={160} aria-label="Role" placeholder="Any role" clearable data={ROLES} value={role} onChange={setRole} />
          <Select w={130} aria-label="State" placeholder="Any state" clearable data={STATES} value={state} onChange={setState} />
          {marked.length === 0 ? undefined : <Button variant="light" color="red" leftSection={<Icon name="trash" size={14} />} onClick={() => void actions.remove(marked).then(done => { if (done) setChosen(new Set()); })}>Remove {marked.length}</Button>}
          {invites ? <Button ml="auto" leftSection={<Icon name="invite" size={14} />} onClick={() => store.show(true)}>Invite</Button> : undefined}
        </Group>
      </PageToolbar>
      <PageBody>
        {list.data === undefined ? [0, 1, 2, 3].map(each => <Skeleton key={each} h={40} mb="xs" />) : undefined}
        {all.length > 0 && found.length === 0 ? <EmptyState icon="search" text="Nobody matches."><Button variant="default" onClick={clear}>Clear filters</Button></EmptyState> : undefined}
        {found.length === 0 ? undefined : (
          <Table highlightOnHover stickyHeader>
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th w={34}>{markable.length === 0 ? undefined : <Checkbox aria-label="Choose all" checked={marked.length === markable.length} indeterminate={marked.length > 0 && marked.length < markable.length} onChange={event => setChosen(new Set(event.currentTarget.checked ? markable.map(each => each.email) : []))} />}</Table.Th>
                <Table.Th>Name</Table.Th><Table.Th w={180}>Role</Table.Th><Table.Th w={120}>State</Table.Th><Table.Th w={120}>Since</Table.Th><Table.Th w={110} aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{found.map(each => <MemberLine key={each.member_id} member={each} chosen={chosen.has(each.email)} onChoose={() => toggle(each.email)} onLink={() => void actions.newLink(each).then(link => setLinked(link === undefined ? undefined : { email: each.email, link }))} />)}</Table.Tbody>
          </Table>
        )}
        {all.length === 1 && invites ? <EmptyState icon="people" text="Invite your team: annotators, reviewers, admins."><Button onClick={() => store.show(true)}>Invite people</Button></EmptyState> : undefined}
      </PageBody>
      <InviteDialog opened={open} onClose={() => store.show(false)} />
      <InvitationLink made={linked} onClose={() => setLinked(undefined)} />
    </>
  );
}
