import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Modal, toast, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { readValues } from '../../common/event-fields.ts';
import type { CustomEventView } from '../../common/intake-api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { messages } from '../messages.ts';
import { ValueInput } from './value-input.tsx';

/** Fires a custom event with values that are entered in the form of its fields. */
export function FireDialog({
  event,
  onClose,
}: {
  readonly event: CustomEventView;
  readonly onClose: () => void;
}): JSX.Element {
  const { intake } = useService(AutomationsClient);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [tried, setTried] = useState(false);
  // Firing again after a lost answer starts nothing twice.
  const [key] = useState(() => newId());
  const read = readValues(event.fields, values);
  const problems = 'problems' in read ? read.problems : [];
  const firing = useMutation({
    mutationFn: () => intake.fireCustomEvent({ params: { custom_event_id: event.id }, body: { values, key } }),
    onSuccess: ({ event_ids }) => {
      toast(messages.fireDialog.started(event_ids.length), { tone: 'success' });
      onClose();
    },
    onError: toastError,
  });
  const submit = useOnceAtATime(firing);
  return (
    <Modal opened onClose={onClose} title={messages.fireDialog.fireName(event.name)} size="lg">
      <form
        onSubmit={submitted => {
          submitted.preventDefault();
          setTried(true);
          if (problems.length === 0) submit();
        }}
      >
        <Stack gap="md">
          {event.description === '' ? undefined : <Text c="var(--loupe-muted)">{event.description}</Text>}
          {event.fields.map(field => (
            <ValueInput
              key={field.key}
              field={field}
              value={values[field.key]}
              error={tried ? problems.find(each => each.key === field.key)?.message : undefined}
              onChange={value => setValues({ ...values, [field.key]: value })}
            />
          ))}
          <Text size="sm" c="var(--loupe-muted)">
            {event.pipelines.length === 0
              ? messages.fireDialog.noPipeline
              : messages.fireDialog.starts(event.pipelines.join(', '))}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages.shared.cancel}
            </Button>
            <Button type="submit" loading={firing.isPending} disabled={event.pipelines.length === 0}>
              {messages.eventsPage.fire}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
