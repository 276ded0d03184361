import { ActionIcon, Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, Icon, useOnceAtATime } from '#core/ui/web/index.ts';
import { localDay } from '../common/day-plan.ts';
import type { Schedule } from '../common/schedule.ts';
import { dayIssues, freeInterval, weeklyHours } from '../common/schedule.ts';
import { messages } from './messages.ts';
import { WorkScheduleClient } from './work-schedule-client.ts';

const WEEK = [
  messages.scheduleForm.monday,
  messages.scheduleForm.tuesday,
  messages.scheduleForm.wednesday,
  messages.scheduleForm.thursday,
  messages.scheduleForm.friday,
  messages.scheduleForm.saturday,
  messages.scheduleForm.sunday,
];
const USUAL: Schedule['days'] = [1, 2, 3, 4, 5].map(weekday => ({
  weekday,
  intervals: [{ from: '09:00', to: '17:00' }],
}));

/** Hours to midnight end at 24:00, which time fields write as the begin of the next day. */
const MIDNIGHT = { stored: '24:00', shown: '00:00' };

interface ScheduleFormProps {
  readonly memberId: number;
  /** Undefined for a first one. */
  readonly schedule: Schedule | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The weekly grid of a member, time zone and validity. */
export function ScheduleForm({ memberId, schedule, onClose, onSaved }: ScheduleFormProps): JSX.Element {
  const { api } = useService(WorkScheduleClient);
  const [days, setDays] = useState<Schedule['days']>(schedule?.days ?? USUAL);
  const [timezone, setTimezone] = useState(schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [validFrom, setValidFrom] = useState(() => schedule?.validFrom ?? localDay(new Date()));
  const [validTo, setValidTo] = useState(schedule?.validTo ?? '');
  const [zones] = useState(() => [...new Set(['UTC', timezone, ...Intl.supportedValuesOf('timeZone')])]);
  const issues = dayIssues(days);
  const order = validTo !== '' && validTo < validFrom ? messages.scheduleForm.endIsBeforeTheStart : undefined;
  const of = (weekday: number): { from: string; to: string }[] => [
    ...(days.find(each => each.weekday === weekday)?.intervals ?? []),
  ];
  const set = (weekday: number, intervals: { from: string; to: string }[]): void =>
    setDays(
      [
        ...days.filter(each => each.weekday !== weekday),
        ...(intervals.length === 0 ? [] : [{ weekday, intervals }]),
      ].toSorted((one, other) => one.weekday - other.weekday),
    );
  const problem = (weekday: number): string | undefined => {
    const at = days.findIndex(each => each.weekday === weekday);
    const found = at < 0 ? undefined : issues.find(each => each.field.startsWith(`days.${at}.`));
    return found === undefined
      ? undefined
      : found.reason.startsWith('must')
        ? messages.scheduleForm.endMustBeAfterTheStart
        : messages.scheduleForm.timesOverlap;
  };

  const saving = useMutation({
    mutationFn: async () => {
      const body = { timezone, days, validFrom, validTo: validTo === '' ? null : validTo };
      if (schedule === undefined) await api.createSchedule({ body: { user_id: memberId, ...body } });
      else await api.updateSchedule({ params: { id: schedule.id }, body });
      onSaved();
    },
  });
  const save = useOnceAtATime(saving);
  const failure = saving.error === null ? undefined : errorText(saving.error);

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="xs">
        <Select
          label={messages.scheduleForm.timeZone}
          searchable
          allowDeselect={false}
          limit={200}
          data={zones}
          value={timezone}
          onChange={value => setTimezone(value ?? timezone)}
        />
        <Group grow gap="xs" align="flex-start">
          <TextInput
            type="date"
            label={messages.scheduleForm.from}
            required
            value={validFrom}
            onChange={event => setValidFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={messages.scheduleForm.until}
            error={order}
            value={validTo}
            onChange={event => setValidTo(event.currentTarget.value)}
          />
        </Group>
        {WEEK.map((name, index) => {
          const weekday = index + 1;
          const intervals = of(weekday);
          const added = intervals.length === 0 ? { from: '09:00', to: '17:00' } : freeInterval(intervals);
          const change = (at: number, part: 'from' | 'to', value: string): void =>
            set(
              weekday,
              intervals.map((each, place) => (place === at ? { ...each, [part]: value } : each)),
            );
          return (
            <div key={name} role="group" aria-label={name}>
              <Group gap={6} align="flex-start" wrap="nowrap">
                <Text size="sm" w={86} lh="30px">
                  {name}
                </Text>
                <Stack gap={4} style={{ flex: 1 }}>
                  {intervals.length === 0 ? (
                    <Text size="sm" c="var(--loupe-muted)" lh="30px">
                      {messages.shared.free}
                    </Text>
                  ) : undefined}
                  {intervals.map((each, at) => (
                    <Group key={at} gap={4} wrap="nowrap">
                      <TextInput
                        size="xs"
                        type="time"
                        w={124}
                        aria-label={messages.scheduleForm.nameFrom(name, at + 1)}
                        value={each.from}
                        onChange={event => change(at, 'from', event.currentTarget.value)}
                      />
                      <Text size="sm">–</Text>
                      <TextInput
                        size="xs"
                        type="time"
                        w={124}
                        aria-label={messages.scheduleForm.nameTo(name, at + 1)}
                        value={each.to === MIDNIGHT.stored ? MIDNIGHT.shown : each.to}
                        onChange={({ currentTarget: { value } }) =>
                          change(at, 'to', value === MIDNIGHT.shown ? MIDNIGHT.stored : value)
                        }
                      />
                      <ActionIcon
                        aria-label={messages.scheduleForm.removeHoursCountOfName(at + 1, name)}
                        onClick={() =>
                          set(
                            weekday,
                            intervals.filter((_, place) => place !== at),
                          )
                        }
                      >
                        <Icon name="close" size={14} />
                      </ActionIcon>
                    </Group>
                  ))}
                  {problem(weekday) === undefined ? undefined : (
                    <Text size="xs" c="var(--loupe-danger)" role="alert">
                      {problem(weekday)}
                    </Text>
                  )}
                </Stack>
                <ActionIcon
                  aria-label={messages.scheduleForm.addHoursToName(name)}
                  disabled={intervals.length >= 3 || added === undefined}
                  onClick={() => {
                    if (added !== undefined) set(weekday, [...intervals, added]);
                  }}
                >
                  <Icon name="plus" size={14} />
                </ActionIcon>
              </Group>
            </div>
          );
        })}
        <Text size="sm" c="var(--loupe-muted)">
          {messages.scheduleForm.hoursAWeek(weeklyHours(days))}
        </Text>
        {failure === undefined ? undefined : (
          <Alert color="red" p="xs" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onClose}>
            {messages.scheduleForm.cancel}
          </Button>
          <Button
            size="xs"
            type="submit"
            loading={saving.isPending}
            disabled={
              issues.length > 0 ||
              order !== undefined ||
              validFrom === '' ||
              days.some(day => day.intervals.some(each => each.from === '' || each.to === ''))
            }
          >
            {messages.scheduleForm.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
