import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, toastError } from '#core/ui/web/index.ts';
import type { TeamMember } from '#plugins/workspace/teams/common/index.ts';
import { messages } from '../messages.ts';
import { ScheduleForm } from '../schedule-form.tsx';
import { shownDay } from '../shown-day.ts';
import { TimeOffs } from '../time-offs.tsx';
import { useKeeps, useSchedules } from '../use-schedules.ts';
import { WorkScheduleClient } from '../work-schedule-client.ts';

const WEEK = [
  messages.memberPanel.mon,
  messages.memberPanel.tue,
  messages.memberPanel.wed,
  messages.memberPanel.thu,
  messages.memberPanel.fri,
  messages.memberPanel.sat,
  messages.memberPanel.sun,
];

/** When a member works, and the days off. */
export default function MemberPanel({ context }: PanelProps): JSX.Element {
  const member = context['member'] as TeamMember;
  const { api } = useService(WorkScheduleClient);
  const queries = useQueryClient();
  const list = useSchedules();
  const keeps = useKeeps()(member.email);
  const [editing, setEditing] = useState(false);
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton h={60} />;
  if (!keeps)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.memberPanel.teamAdminsSeeTheSchedules}
      </Text>
    );
  const schedule = list.data.get(member.member_id);
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['workSchedules'] });
  const remove = async (): Promise<void> => {
    if (
      schedule === undefined ||
      !(await confirm({
        title: messages.memberPanel.removeTheSchedule,
        text: messages.memberPanel.hoursAndCountEntries(schedule.timeOffs.length),
        action: messages.memberPanel.remove,
        danger: true,
      }))
    )
      return;
    await api.deleteSchedule({ params: { id: schedule.id } }).catch(toastError);
    refresh();
  };
  if (editing)
    return (
      <ScheduleForm
        memberId={member.member_id}
        schedule={schedule}
        onClose={() => setEditing(false)}
        onSaved={() => {
          setEditing(false);
          refresh();
        }}
      />
    );
  if (schedule === undefined)
    return (
      <Group gap="xs">
        <Text size="sm" c="var(--loupe-muted)">
          {messages.memberPanel.noSchedule}
        </Text>
        <Button size="xs" variant="default" onClick={() => setEditing(true)}>
          {messages.memberPanel.setSchedule}
        </Button>
      </Group>
    );
  return (
    <Stack gap="xs">
      <Text size="sm">{messages.memberPanel.capacityHoursAWeekTimezone(schedule.capacity, schedule.timezone)}</Text>
      <Text size="sm" c="var(--loupe-muted)">
        {messages.memberPanel.fromValidFrom(
          shownDay(schedule.validFrom),
          schedule.validTo === null ? '' : messages.memberPanel.untilValidTo(shownDay(schedule.validTo)),
        )}
      </Text>
      {schedule.days.map(day => (
        <Text key={day.weekday} size="sm">
          {WEEK[day.weekday - 1]} {day.intervals.map(each => `${each.from}–${each.to}`).join(', ')}
        </Text>
      ))}
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setEditing(true)}>
          {messages.memberPanel.editSchedule}
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => void remove()}>
          {messages.memberPanel.remove}
        </Button>
      </Group>
      <TimeOffs schedule={schedule} keeps={keeps} onChanged={refresh} />
    </Stack>
  );
}
