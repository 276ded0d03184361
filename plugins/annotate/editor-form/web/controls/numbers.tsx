import { NumberInput, RangeSlider, Slider, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { describedBy } from '#core/ui/web/index.ts';
import { useTyping } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { numberOf } from './control.ts';
import { messages } from '../messages.ts';

export function NumberControl({ component, field, id, name, described, invalid }: ControlProps): JSX.Element {
  const { text, type, leave } = useTyping({
    ...field,
    set: value => field.set(value === '' || Number.isNaN(Number(value)) ? null : Number(value)),
  });
  const [min, max] = [numberOf(component, 'min'), numberOf(component, 'max')];
  return (
    <NumberInput
      id={id}
      aria-label={name}
      {...describedBy(described)}
      error={invalid}
      maw={220}
      value={text}
      disabled={field.readOnly}
      clampBehavior="none"
      step={numberOf(component, 'step') ?? 1}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      onChange={value => {
        if (String(value) !== text) type(String(value));
      }}
      onBlur={leave}
    />
  );
}

export function SliderControl({ component, field, id, name }: ControlProps): JSX.Element {
  const [min, max, step] = [
    numberOf(component, 'min') ?? 0,
    numberOf(component, 'max') ?? 100,
    numberOf(component, 'step') ?? 1,
  ];
  const suffix = typeof component['suffix'] === 'string' ? component['suffix'] : '';
  const shown = (value: number): string => `${value}${suffix}`;
  const both = component['sliderType'] === 'rangeSlider';
  const { value } = field;
  const stored = both
    ? Array.isArray(value) && value.length === 2
      ? (value as [number, number])
      : ([min, max] as [number, number])
    : typeof value === 'number'
      ? value
      : min;
  // While a handle is dragged its place differs from the stored value, until another one is stored.
  const storedText = JSON.stringify(stored);
  const [dragged, drag] = useState({ from: storedText, value: stored });
  const moving = dragged.from === storedText ? dragged.value : stored;
  const move = (next: typeof stored): void => drag({ from: storedText, value: next });
  const marks = [
    { value: min, label: shown(min) },
    { value: max, label: shown(max) },
  ];
  const common = { min, max, step, marks, label: shown, disabled: field.readOnly, mb: 22, mt: 6, mx: 12 };
  return both ? (
    <RangeSlider
      {...common}
      thumbFromLabel={messages.numbers.nameFrom(name)}
      thumbToLabel={messages.numbers.nameTo(name)}
      minRange={0}
      value={moving as [number, number]}
      onChange={move}
      onChangeEnd={field.set}
    />
  ) : (
    <Slider
      {...common}
      thumbLabel={name}
      thumbProps={{ id }}
      value={moving as number}
      onChange={move}
      onChangeEnd={field.set}
    />
  );
}

export function DateControl({ component, field, id, name, described, invalid }: ControlProps): JSX.Element {
  const time = component['showTime'] === true;
  // The stored form is `YYYY-MM-DDTHH:MM:SSZ`; the browser's field knows no zone, so it shows UTC as it is stored.
  const { text, type, leave } = useTyping({
    ...field,
    set: value =>
      field.set(
        time && typeof value === 'string' && value !== '' ? `${value.length === 16 ? `${value}:00` : value}Z` : value,
      ),
  });
  const shown = time ? text.replace(/(?:\.\d+)?Z$/, '').slice(0, 19) : text.slice(0, 10);
  return (
    <TextInput
      id={id}
      type={time ? 'datetime-local' : 'date'}
      step={time ? 1 : undefined}
      maw={240}
      aria-label={time ? messages.numbers.nameUtc(name) : name}
      {...describedBy(described)}
      error={invalid}
      value={shown}
      disabled={field.readOnly}
      onChange={event => type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

export function TimeControl({ field, id, name, described, invalid }: ControlProps): JSX.Element {
  const { text, type, leave } = useTyping(field);
  return (
    <TextInput
      id={id}
      type="time"
      maw={160}
      aria-label={name}
      {...describedBy(described)}
      error={invalid}
      value={text}
      disabled={field.readOnly}
      onChange={event => type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
