import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useEmail, useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, longDate, shortDate } from '#core/ui/web/index.ts';
import type { TeamMember } from '#plugins/workspace/teams/common/index.ts';
import type { PersonScore } from '../../common/api.ts';
import { averageText, rangeOf, rangeText } from '../../common/score-text.ts';
import { AverageChart } from '../average-chart.tsx';
import { messages } from '../messages.ts';
import { ScoresClient } from '../scores-client.ts';

/** Shows the scores of a member to those who may see them. */
export default function MemberPanel({ context }: PanelProps): JSX.Element {
  const member = context['member'] as TeamMember;
  const { people } = useService(ScoresClient);
  const team = useTeam();
  const sees = useCan('ViewUserScores');
  const visible = useEmail() === member.email || sees;
  const list = useQuery({
    queryKey: ['scores', 'person', team.id, member.email],
    enabled: visible,
    queryFn: async () =>
      (await people.listPersonScores({ params: { team_id: team.id }, query: { email: member.email } })).data,
  });
  if (!visible)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.memberPanel.teamAdminsSeeTheScores}
      </Text>
    );
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton h={60} />;
  if (list.data.length === 0)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.memberPanel.notScoredYet}
      </Text>
    );
  return (
    <Stack gap="lg">
      {list.data.map(each => (
        <OneScore key={each.score_id} score={each} />
      ))}
    </Stack>
  );
}

function OneScore({ score }: { readonly score: PersonScore }): JSX.Element {
  const team = useTeam();
  const [now] = useState(() => Date.now());
  const range = rangeOf(score);
  return (
    <section aria-label={score.name}>
      <Text fw={500}>
        {score.name}{' '}
        <Text span size="sm" c="var(--loupe-muted)">
          {rangeText(score)}
        </Text>
      </Text>
      {range === undefined ? undefined : (
        <>
          <Text size="sm" my={4}>
            {([7, 14, 30] as const).map(days => (
              <span key={days} style={{ marginRight: 16 }}>
                <Text span c="var(--loupe-muted)">
                  {messages.memberPanel.days(days)}
                </Text>{' '}
                <b>{averageText(score.averages[days])}</b>
              </span>
            ))}
          </Text>
          <AverageChart
            label={messages.memberPanel.nameByDay(
              score.name,
              score.days.map(each => `${each.day} ${averageText(each.average)}`).join(', ') ||
                messages.memberPanel.nothingIn30Days,
            )}
            days={score.days}
            {...range}
            now={now}
          />
        </>
      )}
      {score.projects.length < 2 && range !== undefined ? undefined : (
        <Text size="sm" mt={6}>
          {score.projects
            .map(each => `${each.name} ${range === undefined ? `${each.values}` : averageText(each.average)}`)
            .join(' · ')}
        </Text>
      )}
      <ul
        style={{ listStyle: 'none', margin: '6px 0 0', padding: 0, maxHeight: 132, overflow: 'auto' }}
        aria-label={messages.memberPanel.latestValuesOfName(score.name)}
        tabIndex={0}
      >
        {score.latest.map(each => (
          <li key={each.item_id} style={{ display: 'flex', gap: 8, fontSize: 12, lineHeight: '22px' }}>
            <b style={{ minWidth: 44 }}>{each.value}</b>
            <Anchor
              component={Link}
              size="sm"
              truncate
              style={{ flex: 1 }}
              to={`/t/${team.id}/p/${each.project_id}/item/${each.item_id}/details`}
            >
              {messages.memberPanel.projectItem(
                score.projects.find(one => one.project_id === each.project_id)?.name ?? '',
                each.item_id,
              )}
            </Anchor>
            {each.weight === 1 ? undefined : (
              <Text span size="sm" c="var(--loupe-muted)">
                {messages.memberPanel.weight(each.weight)}
              </Text>
            )}
            <Text span size="sm" c="var(--loupe-muted)" title={longDate(each.updatedAt)}>
              {shortDate(each.updatedAt)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
