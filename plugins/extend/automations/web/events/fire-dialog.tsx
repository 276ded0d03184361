import { Button, Checkbox, Group, JsonInput, MultiSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Modal, toast, toastError } from '#core/ui/web/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { EventField } from '../../common/event-fields.ts';
import { readValues } from '../../common/event-fields.ts';
import type { CustomEventView } from '../../common/intake-api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { useTeamData } from '../editor/use-team-data.ts';
import { messages } from '../messages.ts';

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
  return (
    <Modal opened onClose={onClose} title={messages.fireDialog.fireName(event.name)} size="lg">
      <form
        onSubmit={submitted => {
          submitted.preventDefault();
          setTried(true);
          if (problems.length === 0) firing.mutate();
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

interface ValueInputProps {
  readonly field: EventField;
  readonly value: unknown;
  readonly error: string | undefined;
  /** Undefined removes the value. */
  readonly onChange: (value: unknown) => void;
}

function ValueInput({ field, value, error, onChange }: ValueInputProps): JSX.Element {
  const { projects } = useTeamData();
  const [text, setText] = useState('');
  const of = { label: field.key, withAsterisk: field.required, ...(error === undefined ? {} : { error }) };
  switch (field.type) {
    case 'number':
      return (
        <NumberInput
          {...of}
          value={typeof value === 'number' ? value : ''}
          onChange={next => onChange(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'boolean':
      return (
        <Checkbox
          label={field.key}
          {...(error === undefined ? {} : { error })}
          checked={value === true}
          onChange={typed => onChange(typed.currentTarget.checked)}
        />
      );
    case 'single_select':
      return (
        <Select
          {...of}
          data={field.options ?? []}
          value={typeof value === 'string' ? value : null}
          onChange={next => onChange(next ?? undefined)}
        />
      );
    case 'multi_select':
      return (
        <MultiSelect
          {...of}
          data={field.options ?? []}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={next => onChange(next.length === 0 ? undefined : next)}
        />
      );
    case 'source':
      return (
        <MultiSelect
          {...of}
          searchable
          data={projects.map(each => ({ value: String(each.id), label: each.name }))}
          value={((value as readonly { readonly id: number }[] | undefined) ?? []).map(each => String(each.id))}
          onChange={next =>
            onChange(next.length === 0 ? undefined : next.map(each => ({ id: Number(each), folders: [] })))
          }
        />
      );
    case 'json':
      return (
        <JsonInput
          {...of}
          autosize
          minRows={3}
          value={text}
          validationError={messages.fireDialog.writeJson}
          onChange={next => {
            setText(next);
            onChange(parsed(next));
          }}
        />
      );
    default:
      return (
        <TextInput
          {...of}
          type={field.type === 'date' ? 'date' : field.type === 'user' ? 'email' : 'text'}
          value={typeof value === 'string' ? value : ''}
          onChange={typed => onChange(typed.currentTarget.value || undefined)}
        />
      );
  }
}

/** Reads JSON; a text that is none is no value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
