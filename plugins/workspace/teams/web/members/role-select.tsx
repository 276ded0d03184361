import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useEmail } from '#core/kernel/web/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { useTeamRoles } from '../roles/use-team-roles.ts';
import { roleLabel } from './member-role-label.ts';
import { useMemberActions } from './use-member-actions.ts';

/** Begins the values of the roles that the team made. */
const CUSTOM = 'role-';

/** The role of a member; to be changed where the person may. */
export function RoleSelect({ member }: { readonly member: TeamMember }): JSX.Element {
  const actions = useMemberActions();
  const email = useEmail();
  const changes = useCan('ChangeTeamUserRole') && member.user_role < teamRoles.teamOwner && member.email !== email;
  const roles = useTeamRoles();
  if (!changes) return <Text size="sm">{roleLabel(member)}</Text>;
  const own = member.team_role;
  const custom = [
    ...(roles.data ?? []),
    // A role that was made since the list was read.
    ...(own === null || roles.data?.some(each => each.id === own.id) === true ? [] : [own]),
  ];
  const value = own === null ? String(member.user_role) : `${CUSTOM}${own.id}`;
  return (
    <Select
      size="xs"
      w="100%"
      aria-label={messages.roleSelect.roleOfEmail(member.email)}
      allowDeselect={false}
      value={value}
      data={[
        { value: '4', label: messages.shared.contributor },
        ...custom.map(each => ({ value: `${CUSTOM}${each.id}`, label: each.name })),
        { value: '7', label: messages.shared.teamAdmin },
      ]}
      onChange={chosen => {
        if (chosen === null || chosen === value) return;
        const role = custom.find(each => chosen === `${CUSTOM}${each.id}`);
        void (role === undefined ? actions.setRole(member, chosen === '7' ? 7 : 4) : actions.assignRole(member, role));
      }}
    />
  );
}
