import { ActionIcon, Checkbox, Group, Select, Table, Text, Tooltip } from '@mantine/core';
import type { JSX } from 'react';
import { useCan, useEmail } from '#core/kernel/web/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import { teamRoleLabels, teamRoles } from '#core/permissions/common/index.ts';
import { Icon, longDate, shortDate, StatusChip } from '#core/ui/web/index.ts';
import type { TeamMember } from '../common/api.ts';
import { memberName, useMemberActions } from './use-member-actions.ts';

/** Says of a member whether the person may remove them: not owners, not oneself. */
export function useRemovable(): (member: TeamMember) => boolean {
  const removes = useCan('RemoveTeamUser');
  const overAdmins = useCan('ChangeTeamUserRole');
  const email = useEmail();
  return member => removes && member.user_role < teamRoles.teamOwner && member.email !== email && (overAdmins || member.user_role < teamRoles.teamAdmin);
}

interface MemberLineProps {
  readonly member: TeamMember;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onLink: () => void;
}

/** One row of the member table. */
export function MemberLine({ member, chosen, onChoose, onLink }: MemberLineProps): JSX.Element {
  const actions = useMemberActions();
  const email = useEmail();
  const changes = useCan('ChangeTeamUserRole') && member.user_role < teamRoles.teamOwner && member.email !== email;
  const invites = useCan('InviteTeamUser');
  const removable = useRemovable()(member);
  const pending = member.state === 'PENDING';
  const name = memberName(member);
  return (
    <Table.Tr {...(chosen ? { 'data-chosen': true, bg: 'var(--loupe-selected)' } : {})}>
      <Table.Td>{removable ? <Checkbox aria-label={`Choose ${member.email}`} checked={chosen} onChange={onChoose} /> : undefined}</Table.Td>
      <Table.Td><Text fw={500}>{name}{member.email === email ? ' (you)' : ''}</Text>{name === member.email ? undefined : <Text size="sm" c="var(--loupe-muted)">{member.email}</Text>}</Table.Td>
      <Table.Td>
        {changes
          ? <Select aria-label={`Role of ${member.email}`} allowDeselect={false} value={String(member.user_role)} data={[{ value: '4', label: 'Contributor' }, { value: '7', label: 'Team Admin' }]} onChange={value => { if (Number(value) !== member.user_role) void actions.setRole(member, value === '7' ? 7 : 4); }} />
          : <Text>{teamRoleLabels[member.user_role as TeamRole] ?? 'Contributor'}</Text>}
      </Table.Td>
      <Table.Td><StatusChip label={pending ? 'Invited' : 'Active'} color={pending ? 'var(--loupe-warning)' : 'var(--loupe-success)'} /></Table.Td>
      <Table.Td><Text c="var(--loupe-muted)" title={longDate(member.createdAt)}>{shortDate(member.createdAt)}</Text></Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {pending && invites ? <Tooltip label="New invitation link"><ActionIcon aria-label={`New invitation link for ${member.email}`} onClick={onLink}><Icon name="link" /></ActionIcon></Tooltip> : undefined}
          {removable ? <Tooltip label={pending ? 'Cancel invitation' : 'Remove from team'}><ActionIcon aria-label={`${pending ? 'Cancel invitation of' : 'Remove'} ${member.email}`} onClick={() => void actions.remove([member])}><Icon name="close" /></ActionIcon></Tooltip> : undefined}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
