import { Anchor, Badge, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useEmail, useService, useTeam } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { ErrorPanel, toastError } from '#core/ui/web/index.ts';
import type { TeamMember } from '#plugins/workspace/teams/common/index.ts';
import { MemberProjectsClient } from '../member-projects-client.ts';
import { messages } from '../messages.ts';
import { PauseButtons } from './pause-button.tsx';

/** Projects of a member, with a switch that pauses them there. */
export default function MemberPanel({ context }: PanelProps): JSX.Element {
  const member = context['member'] as TeamMember;
  const calls = useService(MemberProjectsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const manages = useCan('ChangeTeamUserRole');
  const [removes, email] = [useCan('RemoveTeamUser'), useEmail()];
  const visible = removes || manages || email === member.email;
  const list = useQuery({
    queryKey: ['memberProjects', team.id, member.email],
    enabled: visible,
    queryFn: async () =>
      (await calls.api.listMemberProjects({ params: { team_id: team.id }, query: { email: member.email } })).data,
  });
  if (!visible)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.memberPanel.teamAdminsSeeTheProjects}
      </Text>
    );
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton h={60} />;
  if (list.data.length === 0)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {member.user_role >= 7 ? messages.memberPanel.adminsSeeEveryProject : messages.memberPanel.inNoProjectYet}
      </Text>
    );
  const pause = (projectId: number, paused: boolean): Promise<unknown> =>
    calls
      .pause([member.email], paused, projectId)
      .catch(toastError)
      .then(() => queries.invalidateQueries({ queryKey: ['memberProjects'] }));
  return (
    <Stack gap={6}>
      {list.data.map(each => (
        <Group key={each.project_id} gap="xs" wrap="nowrap">
          <Anchor
            component={Link}
            to={`/t/${team.id}/p/${each.project_id}`}
            size="sm"
            truncate
            style={{ flex: 1 }}
            title={each.name}
          >
            {each.name}
          </Anchor>
          <Text size="xs" c="var(--loupe-muted)" style={{ whiteSpace: 'nowrap' }}>
            {projectRoleLabel(each.role, each.role_name)} · {each.assigned}{' '}
            {each.assigned === 1 ? messages.memberPanel.item : messages.memberPanel.items}
          </Text>
          {manages ? (
            <Switch
              size="xs"
              label={messages.memberPanel.paused}
              aria-label={messages.memberPanel.pausedInName(each.name)}
              checked={each.paused}
              onChange={event => void pause(each.project_id, event.currentTarget.checked)}
            />
          ) : each.paused ? (
            <Badge size="sm" variant="default">
              {messages.memberPanel.paused}
            </Badge>
          ) : undefined}
        </Group>
      ))}
      {manages && list.data.length > 1 ? (
        <Group gap="xs" mt={4}>
          <PauseButtons members={[member]} />
        </Group>
      ) : undefined}
      {!manages ? undefined : (
        <Text size="xs" c="var(--loupe-muted)">
          {messages.memberPanel.peopleWhoArePausedKeep}
        </Text>
      )}
    </Stack>
  );
}
