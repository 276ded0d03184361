import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { frequencies, momentsAfter, patternProblem } from '../../common/schedule.ts';
import { messages } from '../messages.ts';

interface ScheduleInputProps {
  readonly of: { readonly label: string; readonly disabled: boolean };
  readonly value: string;
  readonly onChange: (value: unknown) => void;
}

const OWN = 'own';

/** The times of a schedule: one of the usual frequencies, or a pattern of cron. */
export function ScheduleInput({ of, value, onChange }: ScheduleInputProps): JSX.Element {
  const isUsual = frequencies.some(each => each.value === value);
  // A pattern that is being written may equal a usual one on the way.
  const [writes, setWrites] = useState(value !== '' && !isUsual);
  const own = writes || (value !== '' && !isUsual);
  return (
    <Stack gap="xs">
      <Select
        {...of}
        placeholder={messages.shared.choose}
        data={[...frequencies, { value: OWN, label: messages.settingInput.ownPattern }]}
        value={own ? OWN : value === '' ? null : value}
        allowDeselect={false}
        onChange={next => {
          setWrites(next === OWN);
          onChange(next === OWN ? value || '0 8 * * *' : (next ?? undefined));
        }}
      />
      {own ? (
        <TextInput
          label={messages.settingInput.pattern}
          description={messages.settingInput.patternHint}
          disabled={of.disabled}
          value={value}
          onChange={typed => onChange(typed.currentTarget.value || undefined)}
        />
      ) : undefined}
    </Stack>
  );
}

/** The next moments of a schedule, in its time zone. */
export function NextMoments({
  pattern,
  zone,
}: {
  readonly pattern: string;
  readonly zone: string;
}): JSX.Element | undefined {
  const [now] = useState(() => new Date());
  if (patternProblem(pattern, now) !== undefined) return undefined;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Text size="sm" c="var(--loupe-muted)">
      {messages.settingInput.next(
        momentsAfter({ pattern, zone }, now, 3)
          .map(each => format.format(each))
          .join('; '),
      )}
    </Text>
  );
}
