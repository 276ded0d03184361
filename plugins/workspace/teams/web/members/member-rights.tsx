import { Checkbox, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useCan, useEmail } from '#core/kernel/web/index.ts';
import { isTeamAdmin, teamPermissions } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { useMemberActions } from './use-member-actions.ts';

/** Rights a contributor has in the team beside the role; to be changed where the person may. */
export function MemberRights({ member }: { readonly member: TeamMember }): JSX.Element {
  const actions = useMemberActions();
  const email = useEmail();
  const changes = useCan('ChangeTeamUserRole') && member.email !== email;
  if (isTeamAdmin(member.user_role as TeamRole))
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.memberRights.allRightsOfTheTeam}
      </Text>
    );
  const given = teamPermissions.filter(each => member.permissions.includes(each.id));
  if (!changes)
    return (
      <Text size="sm">{given.length === 0 ? messages.memberRights.none : given.map(each => each.name).join(', ')}</Text>
    );
  return (
    <Stack gap={4}>
      {teamPermissions.map(each => {
        const on = member.permissions.includes(each.id);
        return (
          <Checkbox
            key={each.id}
            size="xs"
            label={each.name}
            checked={on}
            onChange={() =>
              void actions.setPermissions(
                member,
                on ? member.permissions.filter(id => id !== each.id) : [...member.permissions, each.id],
              )
            }
          />
        );
      })}
    </Stack>
  );
}
