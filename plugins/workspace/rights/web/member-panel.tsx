import { Anchor, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useTeam } from '#core/kernel/web/index.ts';
import type { TeamMember } from '#plugins/workspace/teams/common/index.ts';
import { messages } from './messages.ts';

/** The way from a member to the page that explains their rights. */
export default function MemberPanel({ context }: PanelProps): JSX.Element {
  const member = context['member'] as TeamMember;
  const team = useTeam();
  if (member.state === 'PENDING')
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.memberPanel.pending}
      </Text>
    );
  return (
    <Text size="sm">
      <Anchor component={Link} to={`/t/${team.id}/setup/rights?person=${encodeURIComponent(member.email)}`}>
        {messages.memberPanel.explain}
      </Anchor>
    </Text>
  );
}
