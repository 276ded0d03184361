import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useEmail } from '#core/kernel/web/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import { teamRoleLabels, teamRoles } from '#core/permissions/common/index.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { useMemberActions } from './use-member-actions.ts';

/** The role of a member; to be changed where the person may. */
export function RoleSelect({ member }: { readonly member: TeamMember }): JSX.Element {
  const actions = useMemberActions();
  const email = useEmail();
  const changes = useCan('ChangeTeamUserRole') && member.user_role < teamRoles.teamOwner && member.email !== email;
  if (!changes)
    return <Text size="sm">{teamRoleLabels[member.user_role as TeamRole] ?? messages.shared.contributor}</Text>;
  return (
    <Select
      size="xs"
      w="100%"
      aria-label={messages.roleSelect.roleOfEmail(member.email)}
      allowDeselect={false}
      value={String(member.user_role)}
      data={[
        { value: '4', label: messages.shared.contributor },
        { value: '7', label: messages.shared.teamAdmin },
      ]}
      onChange={value => {
        if (Number(value) !== member.user_role) void actions.setRole(member, value === '7' ? 7 : 4);
      }}
    />
  );
}
