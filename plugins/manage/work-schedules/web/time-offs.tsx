import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, toast, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import type { Schedule, TimeOff } from '../common/schedule.ts';
import { messages } from './messages.ts';
import { shownDay } from './shown-day.ts';
import { WorkScheduleClient } from './work-schedule-client.ts';

export const timeOffTitles: Readonly<Record<TimeOff['type'], string>> = {
  holiday: messages.timeOffs.holiday,
  sick: messages.timeOffs.sick,
  other: messages.timeOffs.other,
};

/** Days off of a schedule; `keeps` lets them be added and taken out. */
export function TimeOffs({
  schedule,
  keeps,
  onChanged,
}: {
  readonly schedule: Schedule;
  readonly keeps: boolean;
  readonly onChanged: () => void;
}): JSX.Element {
  const { api } = useService(WorkScheduleClient);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [type, setType] = useState<TimeOff['type']>('holiday');
  const [note, setNote] = useState('');
  const wrong = from !== '' && to !== '' && to < from;
  const adding = useMutation({
    mutationFn: () =>
      api.addTimeOff({
        body: {
          schedule_id: schedule.id,
          from,
          to: to === '' ? from : to,
          type,
          note: note.trim() === '' ? null : note.trim(),
        },
      }),
    onSuccess: () => {
      setFrom('');
      setTo('');
      setNote('');
    },
    onError: toastError,
    onSettled: onChanged,
  });
  const add = useOnceAtATime(adding);
  const restore = ({ id: _, ...timeOff }: TimeOff): Promise<void> =>
    api.addTimeOff({ body: { schedule_id: schedule.id, ...timeOff } }).then(onChanged, toastError);
  const remove = async (timeOff: TimeOff): Promise<void> => {
    try {
      await api.removeTimeOffs({ body: { schedule_id: schedule.id, time_off_ids: [timeOff.id] } });
      toast(messages.timeOffs.removed, { undo: () => void restore(timeOff) });
    } catch (error) {
      toastError(error);
    }
    onChanged();
  };
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {messages.timeOffs.daysOff}
      </Text>
      {schedule.timeOffs.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.timeOffs.none}
        </Text>
      ) : undefined}
      {schedule.timeOffs.map(each => (
        <Group key={each.id} gap="xs" wrap="nowrap">
          <Text size="sm" style={{ flex: 1, minWidth: 0 }} truncate title={each.note ?? undefined}>
            {each.from === each.to ? shownDay(each.from) : `${shownDay(each.from)} – ${shownDay(each.to)}`} ·{' '}
            {timeOffTitles[each.type]}
            {each.note === null ? '' : ` · ${each.note}`}
          </Text>
          {keeps ? (
            <ActionIcon
              aria-label={messages.timeOffs.takeOutDaysOffFrom(shownDay(each.from))}
              onClick={() => void remove(each)}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          ) : undefined}
        </Group>
      ))}
      {keeps ? (
        <form
          onSubmit={event => {
            event.preventDefault();
            add();
          }}
        >
          <Group gap="xs" grow align="flex-start">
            <TextInput
              size="xs"
              type="date"
              label={messages.timeOffs.firstDay}
              value={from}
              onChange={event => setFrom(event.currentTarget.value)}
            />
            <TextInput
              size="xs"
              type="date"
              label={messages.timeOffs.lastDay}
              error={wrong ? messages.timeOffs.beforeTheFirst : undefined}
              value={to}
              onChange={event => setTo(event.currentTarget.value)}
            />
          </Group>
          <Group gap="xs" align="flex-end" mt={6} wrap="nowrap">
            <Select
              size="xs"
              label={messages.timeOffs.kind}
              w={110}
              allowDeselect={false}
              data={Object.entries(timeOffTitles).map(([value, label]) => ({ value, label }))}
              value={type}
              onChange={value => setType((value ?? type) as TimeOff['type'])}
            />
            <TextInput
              size="xs"
              label={messages.timeOffs.note}
              style={{ flex: 1 }}
              maxLength={500}
              value={note}
              onChange={event => setNote(event.currentTarget.value)}
            />
            <Button
              size="xs"
              type="submit"
              variant="default"
              loading={adding.isPending}
              disabled={from === '' || wrong}
            >
              {messages.timeOffs.add}
            </Button>
          </Group>
        </form>
      ) : undefined}
    </Stack>
  );
}
