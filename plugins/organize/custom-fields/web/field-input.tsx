import { ActionIcon, Checkbox, Group, MultiSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { fieldText, readField, dayOf } from '../common/field-text.ts';
import type { FieldValue, Template } from '../common/template.ts';
import { components } from '../common/template.ts';
import { messages } from './messages.ts';

interface FieldInputProps {
  readonly template: Template;
  readonly value: unknown;
  /** Of whom the value is, for the name of the input. */
  readonly of: string;
  readonly readOnly: boolean;
  /** In a table: no frame until it is used. */
  readonly plain?: boolean;
  /** Saves; undefined clears the value. */
  readonly onSave: (value: FieldValue | undefined) => void;
}

/**
 * The input of a custom field by its kind; saves at once where one chooses, and when one leaves or presses Enter where
 * one types.
 */
export function FieldInput(props: FieldInputProps): JSX.Element {
  const { template, value, of, readOnly, plain = false, onSave } = props;
  const label = messages.fieldInput.nameOf(template.name, of);
  if (readOnly)
    return (
      <Text size="sm" truncate title={fieldText(template, value)}>
        {fieldText(template, value)}
      </Text>
    );
  const shared = {
    'aria-label': label,
    size: 'xs' as const,
    w: '100%',
    variant: plain ? 'unstyled' : 'default',
    placeholder: plain ? '–' : undefined,
  };
  const offered = (template.component_payload.options ?? []).map(each => ({ value: each.value, label: each.value }));
  const withGone = (held: readonly string[]): { value: string; label: string; disabled?: boolean }[] => [
    ...offered,
    ...held
      .filter(each => !offered.some(option => option.value === each))
      .map(each => ({ value: each, label: messages.fieldInput.nameDeleted(each), disabled: true })),
  ];
  switch (template.component_id) {
    case components.boolean:
      return (
        <Group gap={4} mih={22} wrap="nowrap">
          <Checkbox
            size="xs"
            aria-label={label}
            checked={value === true}
            indeterminate={value === undefined}
            onChange={event => onSave(event.currentTarget.checked)}
          />
          {value === undefined ? undefined : (
            <ActionIcon
              size="xs"
              aria-label={messages.fieldInput.clear(label)}
              title={messages.fieldInput.clear(label)}
              onClick={() => onSave(undefined)}
            >
              <Icon name="close" size={12} />
            </ActionIcon>
          )}
        </Group>
      );
    case components.singleSelect: {
      const held = typeof value === 'string' ? value : null;
      return (
        <Select
          {...shared}
          clearable
          searchable
          data={withGone(held === null ? [] : [held])}
          value={held}
          onChange={chosen => onSave(chosen ?? undefined)}
        />
      );
    }
    case components.multiSelect: {
      const held = Array.isArray(value) ? (value as string[]) : [];
      return (
        <MultiSelect
          {...shared}
          placeholder={held.length === 0 ? shared.placeholder : undefined}
          clearable={held.length > 0}
          searchable
          hidePickedOptions
          data={withGone(held)}
          value={held}
          onChange={chosen => {
            const kept = chosen.filter(each => offered.some(option => option.value === each));
            onSave(kept.length === 0 ? undefined : kept);
          }}
        />
      );
    }
    default:
      return <TypedInput {...props} shared={shared} />;
  }
}

function TypedInput({ template, value, onSave, shared }: FieldInputProps & { readonly shared: object }): JSX.Element {
  const stored =
    template.component_id === components.date && typeof value === 'number'
      ? dayOf(value)
      : value === undefined || value === null
        ? ''
        : String(value);
  const [text, setText] = useState(stored);
  const [shown, setShown] = useState(stored);
  const { value: read, problem } = readField(template, text);
  if (shown !== stored) {
    setShown(stored);
    // What was typed since the last save stays.
    if (text === shown || (problem === undefined && read === value)) setText(stored);
  }
  const { min, max, step, suffix } = template.component_payload.configs ?? {};
  const save = (): void => {
    if (problem === undefined && text.trim() !== stored) onSave(read);
  };
  return (
    <TextInput
      {...shared}
      value={text}
      error={problem}
      title={problem}
      type={template.component_id === components.date ? 'date' : 'text'}
      inputMode={template.component_id === components.numeric ? 'decimal' : undefined}
      rightSection={
        typeof suffix === 'string' && suffix !== '' ? (
          <Text size="xs" c="var(--loupe-muted)">
            {suffix}
          </Text>
        ) : undefined
      }
      onChange={event => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={event => {
        if (event.key === 'Enter') save();
        else if (event.key === 'Escape' && text !== stored) {
          event.stopPropagation();
          setText(stored);
        } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && typeof step === 'number') {
          event.preventDefault();
          const next = (Number(text) || 0) + (event.key === 'ArrowUp' ? step : -step);
          setText(String(Math.round(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next)) * 1e6) / 1e6));
        }
      }}
    />
  );
}
