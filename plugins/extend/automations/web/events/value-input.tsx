import { Checkbox, JsonInput, MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { EventField } from '../../common/event-fields.ts';
import { UNREADABLE_JSON } from '../../common/event-fields.ts';
import { AutomationsClient } from '../automations-client.ts';
import { MemberInput } from '../member-input.tsx';
import { messages } from '../messages.ts';

interface ValueInputProps {
  readonly field: EventField;
  readonly value: unknown;
  readonly error: string | undefined;
  /** Undefined removes the value. */
  readonly onChange: (value: unknown) => void;
}

/** Reads the value of one field of a custom event. */
export function ValueInput({ field, value, error, onChange }: ValueInputProps): JSX.Element {
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
      return <SourceInput of={of} value={value} onChange={onChange} />;
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
    case 'user':
      return <MemberInput of={of} value={value} onChange={onChange} />;
    default:
      return (
        <TextInput
          {...of}
          type={field.type === 'date' ? 'date' : 'text'}
          value={typeof value === 'string' ? value : ''}
          onChange={typed => onChange(typed.currentTarget.value || undefined)}
        />
      );
  }
}

/** Projects of the team; a value is a list of projects with all of their folders. */
function SourceInput({
  of,
  value,
  onChange,
}: Pick<ValueInputProps, 'value' | 'onChange'> & {
  readonly of: { readonly label: string; readonly withAsterisk: boolean; readonly error?: string };
}): JSX.Element {
  const { projects } = useService(AutomationsClient);
  const team = useTeam();
  const listed = useQuery({
    queryKey: ['automations', team.id, 'projects'],
    queryFn: async () => (await projects.listProjects({ query: { sort: 'name', limit: 500 } })).data,
    staleTime: 30_000,
  });
  return (
    <MultiSelect
      {...of}
      searchable
      data={(listed.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
      value={((value as readonly { readonly id: number }[] | undefined) ?? []).map(each => String(each.id))}
      onChange={next => onChange(next.length === 0 ? undefined : next.map(each => ({ id: Number(each), folders: [] })))}
    />
  );
}

/** Reads JSON; an empty text is no value. */
function parsed(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return UNREADABLE_JSON;
  }
}
