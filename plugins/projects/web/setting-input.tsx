import { NumberInput, Select, Switch } from '@mantine/core';
import type { JSX } from 'react';
import type { SettingValue } from '../common/project-settings.ts';
import type { SettingField } from './setting-fields.ts';

interface SettingInputProps {
  readonly field: SettingField;
  readonly value: SettingValue;
  readonly disabled: boolean;
  readonly onChange: (value: SettingValue) => void;
}

/** One setting in the control of its kind. */
export function SettingInput({ field, value, disabled, onChange }: SettingInputProps): JSX.Element {
  switch (field.kind) {
    case 'switch':
      return <Switch label={field.label} checked={Number(value) === 1} disabled={disabled} onChange={event => onChange(event.currentTarget.checked ? 1 : 0)} />;
    case 'number':
      return <NumberInput label={field.label} w={220} value={Number(value)} min={field.min ?? 0} max={field.max ?? 1_000_000} suffix={field.suffix ?? ''} clampBehavior="strict" allowDecimal={false} disabled={disabled} onChange={next => { if (typeof next === 'number') onChange(next); }} />;
    case 'choice':
      return <Select label={field.label} w={220} allowDeselect={false} disabled={disabled} value={String(value)} data={(field.options ?? []).map(each => ({ value: String(each.value), label: each.label }))} onChange={next => onChange(Number(next))} />;
  }
}
