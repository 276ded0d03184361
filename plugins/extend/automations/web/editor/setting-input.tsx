import { NumberInput, Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { ConditionRules } from '../../common/condition-rules.ts';
import type { SettingField } from '../../common/setting-field.ts';
import { ANY } from '../../common/event-types.ts';
import { MemberInput } from '../member-input.tsx';
import { messages } from '../messages.ts';
import { JsonObjectInput } from './json-object-input.tsx';
import { RulesInput } from './rules-input.tsx';
import { ScheduleInput } from './schedule-input.tsx';
import type { TeamData } from './use-team-data.ts';

interface SettingInputProps {
  readonly field: SettingField;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly data: TeamData;
  readonly disabled: boolean;
  /** Undefined removes the setting. */
  readonly onChange: (value: unknown) => void;
}

/** One setting of a node. */
export function SettingInput({
  field,
  value,
  error,
  data: { statuses, roles, workflows, actions, events, projects },
  disabled,
  onChange,
}: SettingInputProps): JSX.Element {
  const of = {
    label: field.label,
    disabled,
    ...(field.hint === undefined ? {} : { description: field.hint }),
    ...(field.required === true ? { withAsterisk: true } : {}),
    ...(error === undefined ? {} : { error }),
  };
  const text = typeof value === 'string' ? value : '';
  const listed = { customAction: actions, customEvent: events, project: projects };
  switch (field.kind) {
    case 'number':
    case 'duration':
      return (
        <NumberInput
          {...of}
          value={typeof value === 'number' ? value : ''}
          onChange={next => onChange(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'rules':
      return (
        <RulesInput value={value as ConditionRules | undefined} error={error} disabled={disabled} onChange={onChange} />
      );
    case 'customAction':
    case 'project':
    case 'customEvent':
      return (
        <Choice
          of={of}
          any={false}
          value={typeof value === 'number' ? String(value) : ''}
          choices={listed[field.kind].map(each => ({ value: String(each.id), label: each.name }))}
          onChange={next => onChange(next === undefined ? undefined : Number(next))}
        />
      );
    case 'cron':
      return <ScheduleInput of={of} value={text} onChange={onChange} />;
    case 'timeZone':
      return <Choice of={of} any={false} value={text} choices={named(zones)} onChange={onChange} />;
    case 'json':
      return <JsonObjectInput of={of} value={value} onChange={onChange} />;
    case 'longText':
      return (
        <Textarea
          {...of}
          autosize
          minRows={4}
          maxRows={12}
          value={text}
          onChange={event => onChange(event.currentTarget.value || undefined)}
        />
      );
    case 'status':
    case 'anyStatus':
      return (
        <Choice of={of} any={field.kind === 'anyStatus'} value={text} choices={named(statuses)} onChange={onChange} />
      );
    case 'email':
      return <MemberInput of={of} value={value} onChange={onChange} />;
    case 'anyWorkflow':
      return <Choice of={of} any value={text} choices={named(workflows)} onChange={onChange} />;
    case 'anyRole':
      return <Choice of={of} any value={text} choices={roles} onChange={onChange} />;
    case 'choice':
    case 'anyChoice':
      return (
        <Choice
          of={of}
          any={field.kind === 'anyChoice'}
          value={text}
          choices={field.choices ?? []}
          usual={field.usual}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextInput
          {...of}
          {...(field.most === undefined ? {} : { maxLength: field.most })}
          {...(field.kind === 'date' ? { type: 'date' } : {})}
          value={text}
          onChange={event => onChange(event.currentTarget.value || undefined)}
        />
      );
  }
}

/** Time zones, the one of the browser first. */
const zones = [
  ...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

const named = (names: readonly string[]): readonly { readonly value: string; readonly label: string }[] =>
  names.map(each => ({ value: each, label: each }));

function Choice({
  of,
  any,
  value,
  choices,
  usual,
  onChange,
}: {
  readonly of: { readonly label: string; readonly disabled: boolean };
  readonly any: boolean;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The value that holds where none is chosen. */
  readonly usual?: string | undefined;
  readonly onChange: (value: unknown) => void;
}): JSX.Element {
  const known = value === '' || value === ANY || choices.some(each => each.value === value);
  return (
    <Select
      {...of}
      searchable={choices.length > 8}
      placeholder={messages.shared.choose}
      data={[
        ...(any ? [{ value: ANY, label: messages.settingInput.any }] : []),
        ...choices,
        ...(known ? [] : [{ value, label: value }]),
      ]}
      value={value === '' ? (any ? ANY : (usual ?? null)) : value}
      allowDeselect={false}
      onChange={next => onChange(next === null || next === ANY ? undefined : next)}
    />
  );
}
