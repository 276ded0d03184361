import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { SettingValue } from '../common/project-settings.ts';
import type { SettingField } from './setting-fields.ts';

interface SettingInputProps {
  readonly field: SettingField;
  readonly value: SettingValue;
  readonly disabled: boolean;
  readonly onChange: (value: SettingValue) => void;
}

/** One setting in the control of its kind. A number is given when its field is left, or by Enter. */
export function SettingInput({ field, value, disabled, onChange }: SettingInputProps): JSX.Element {
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          label={field.label}
          checked={Number(value) === 1}
          disabled={disabled}
          onChange={event => onChange(event.currentTarget.checked ? 1 : 0)}
        />
      );
    case 'number':
      return <NumberSetting key={String(value)} field={field} value={value} disabled={disabled} onChange={onChange} />;
    case 'day':
      return <DaySetting key={String(value)} field={field} value={value} disabled={disabled} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          label={field.label}
          w={220}
          allowDeselect={false}
          disabled={disabled}
          value={String(value)}
          data={(field.options ?? []).map(each => ({ value: String(each.value), label: each.label }))}
          onChange={next => onChange(Number(next))}
        />
      );
  }
}

/** A day or none, given when the field is left, since a day that is typed is valid before it is complete. */
function DaySetting({ field, value, disabled, onChange }: SettingInputProps): JSX.Element {
  const [typed, setTyped] = useState(String(value ?? ''));
  return (
    <TextInput
      type="date"
      label={field.label}
      w={220}
      value={typed}
      disabled={disabled}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== value) onChange(typed);
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}

function NumberSetting({ field, value, disabled, onChange }: SettingInputProps): JSX.Element {
  const [typed, setTyped] = useState<number | string>(Number(value));
  const { decimals = 0 } = field;
  const give = (): void => {
    if (typeof typed === 'number' && typed !== Number(value)) onChange(typed);
    else setTyped(Number(value));
  };
  return (
    <NumberInput
      label={field.label}
      w={220}
      value={typed}
      min={field.min ?? 0}
      max={field.max ?? 1_000_000}
      suffix={field.suffix ?? ''}
      clampBehavior="strict"
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      disabled={disabled}
      onChange={setTyped}
      onBlur={give}
      onKeyDown={event => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
