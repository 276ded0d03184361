import { ActionIcon, Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageToolbar, SearchBox } from '#core/ui/web/index.ts';
import { memberName, useMembers } from '#plugins/workspace/teams/web/kit/index.ts';
import type { DayPlan } from '../../common/day-plan.ts';
import { dayPlan, laterDay, localDay, weekDays } from '../../common/day-plan.ts';
import { messages } from '../messages.ts';
import { timeOffTitles } from '../time-offs.tsx';
import { useKeeps, useSchedules } from '../use-schedules.ts';

const weekdayName = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** People and days of two weeks: who works when, who is off. Who is no team admin sees the own line. */
export default function CalendarPage(): JSX.Element {
  const team = useTeam();
  const members = useMembers();
  const schedules = useSchedules();
  const keeps = useKeeps();
  const [today] = useState(() => localDay(new Date()));
  const [at, setAt] = useState(today);
  const [search, setSearch] = useState('');
  const failed = members.error ?? schedules.error;
  if (failed !== null)
    return (
      <ErrorPanel
        error={failed}
        onRetry={() => {
          void members.refetch();
          void schedules.refetch();
        }}
      />
    );
  const days = weekDays(at, 2);
  const all = (members.data?.data ?? []).filter(each => keeps(each.email));
  const found = all.filter(each =>
    `${memberName(each)} ${each.email}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox value={search} onChange={setSearch} label={messages.calendarPage.searchPeople} />
          <ActionIcon aria-label={messages.calendarPage.twoWeeksEarlier} onClick={() => setAt(laterDay(at, -14))}>
            <Icon name="left" />
          </ActionIcon>
          <Button variant="default" onClick={() => setAt(today)}>
            {messages.calendarPage.today}
          </Button>
          <ActionIcon aria-label={messages.calendarPage.twoWeeksLater} onClick={() => setAt(laterDay(at, 14))}>
            <Icon name="right" />
          </ActionIcon>
          <Text fw={500}>{monthName.format(new Date(days[0]!))}</Text>
        </Group>
      </PageToolbar>
      <PageBody>
        {members.data === undefined || schedules.data === undefined ? (
          [0, 1, 2, 3].map(each => <Skeleton key={each} h={34} mb="xs" />)
        ) : found.length === 0 ? (
          <EmptyState icon="search" text={messages.calendarPage.nobodyMatches}>
            <Button variant="default" onClick={() => setSearch('')}>
              {messages.calendarPage.clearSearch}
            </Button>
          </EmptyState>
        ) : (
          <div style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={messages.calendarPage.calendar}>
            <Table layout="fixed" withColumnBorders style={{ minWidth: 900 }}>
              <Table.Thead bg="var(--loupe-page)">
                <Table.Tr>
                  <Table.Th w={190}>{messages.calendarPage.name}</Table.Th>
                  {days.map(day => (
                    <Table.Th
                      key={day}
                      ta="center"
                      px={2}
                      {...(day === today ? { c: 'var(--loupe-accent)', 'aria-current': 'date' as const } : {})}
                    >
                      {Number(day.slice(8))}
                      <br />
                      {weekdayName.format(new Date(day))}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.map(member => (
                  <Table.Tr key={member.member_id}>
                    <Table.Th fw={500}>
                      <Text
                        component={Link}
                        to={`/t/${team.id}/setup/members?member=${member.member_id}`}
                        size="sm"
                        truncate
                        display="block"
                        title={member.email}
                      >
                        {memberName(member)}
                      </Text>
                    </Table.Th>
                    {days.map(day => (
                      <PlanCell key={day} plan={dayPlan(schedules.data.get(member.member_id), day)} />
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
        <Text size="sm" c="var(--loupe-muted)" pt="md">
          {messages.calendarPage.hoursPerDay}
        </Text>
      </PageBody>
    </>
  );
}

function PlanCell({ plan }: { readonly plan: DayPlan }): JSX.Element {
  switch (plan.kind) {
    case 'work':
      return (
        <Table.Td ta="center" px={2} bg="var(--loupe-selected)" title={plan.text}>
          {Math.round(plan.hours * 10) / 10}
        </Table.Td>
      );
    case 'off':
      return (
        <Table.Td
          ta="center"
          px={2}
          c="var(--loupe-warning)"
          title={plan.timeOff.note ?? timeOffTitles[plan.timeOff.type]}
        >
          {timeOffTitles[plan.timeOff.type]}
        </Table.Td>
      );
    case 'free':
      return <Table.Td aria-label={messages.shared.free} bg="var(--loupe-page)" />;
    default:
      return (
        <Table.Td ta="center" px={2} c="var(--loupe-muted)" title={messages.calendarPage.noSchedule}>
          ·
        </Table.Td>
      );
  }
}
