import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { longDate, shortDate, StatusChip } from '#core/ui/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import type { TeamMember } from '../../common/api.ts';
import { TeamsWebHooks } from '../kit/teams-web-hooks.ts';
import { messages } from '../messages.ts';
import type { MemberColumn } from './member-column.ts';
import { roleLabel } from './member-role-label.ts';
import { RoleSelect } from './role-select.tsx';

export const stateLabel = (member: TeamMember): string =>
  member.state === 'PENDING' ? messages.shared.invited : messages.useMemberColumns.active;

const day = (text: string | null): ReactNode =>
  text === null ? undefined : (
    <Text size="sm" c="var(--loupe-muted)" title={longDate(text)}>
      {shortDate(text)}
    </Text>
  );

const OWN: readonly MemberColumn[] = [
  {
    key: 'role',
    title: messages.shared.role,
    width: 170,
    order: 10,
    filter: true,
    value: roleLabel,
    cell: member => <RoleSelect member={member} />,
  },
  {
    key: 'state',
    title: messages.shared.state,
    width: 100,
    order: 20,
    filter: true,
    value: stateLabel,
    cell: member => (
      <StatusChip
        label={stateLabel(member)}
        color={member.state === 'PENDING' ? 'var(--loupe-warning)' : 'var(--loupe-success)'}
      />
    ),
  },
  {
    key: 'active',
    title: messages.shared.lastActive,
    width: 100,
    order: 90,
    value: member => member.last_active_at ?? undefined,
    cell: member => day(member.last_active_at),
  },
  {
    key: 'since',
    title: messages.shared.since,
    width: 100,
    order: 95,
    value: member => member.createdAt,
    cell: member => day(member.createdAt),
  },
];

/**
 * All columns after the name, in order: those of this plugin and of others. The error is of others only; without them
 * the table still stands.
 */
export function useMemberColumns(): {
  readonly columns: readonly MemberColumn[];
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const hooks = useService(TeamsWebHooks);
  const team = useTeam();
  const others = useQuery({
    queryKey: [...teamKeys.memberColumns, team.id],
    queryFn: () => hooks.columns.promise({ teamId: team.id }, []),
  });
  return {
    columns: [...OWN, ...(others.data ?? [])].toSorted((one, other) => one.order - other.order),
    error: others.error,
    retry: () => void others.refetch(),
  };
}
