import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { joinParts } from '#core/base/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { Panel, usePanels } from '#core/kernel/web/index.ts';
import type { ComponentProperty } from '../../common/component-properties.ts';
import { valueShape } from '../../common/component-types.ts';
import type { FormComponent } from '../../common/form-document.ts';
import { walkForm } from '../../common/walk-form.ts';
import { componentName } from '../component-name.ts';
import { messages } from '../messages.ts';
import { LinesEditor } from './lines-editor.tsx';
import { OptionsEditor } from './options-editor.tsx';

interface PropertyInputProps {
  readonly property: ComponentProperty;
  readonly component: FormComponent;
  readonly value: unknown;
  /** The chosen components differ in it. */
  readonly mixed: boolean;
  readonly components: readonly FormComponent[];
  readonly onChange: (value: unknown) => void;
  /** The field was left: the next edit is a step back of its own. */
  readonly onDone: () => void;
}

const MIXED = messages.propertyInput.mixed;

/** The field of one property. */
export function PropertyInput({
  property,
  component,
  value,
  mixed,
  components,
  onChange,
  onDone,
}: PropertyInputProps): JSX.Element {
  const { label, description, choices = [], least, most } = property;
  const hint = mixed ? { placeholder: MIXED } : {};
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  switch (property.input) {
    case 'flag':
      return (
        <Checkbox
          label={label}
          description={description}
          checked={value === true}
          indeterminate={mixed}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          label={label}
          description={description}
          {...hint}
          value={typeof value === 'number' ? value : ''}
          {...(least === undefined ? {} : { min: least })}
          {...(most === undefined ? {} : { max: most })}
          onBlur={onDone}
          onChange={next => onChange(typeof next === 'number' ? next : property.field.includes('.') ? undefined : null)}
        />
      );
    case 'lines':
      return (
        <Textarea
          label={label}
          description={description}
          {...hint}
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onBlur={onDone}
          onChange={event => onChange(event.currentTarget.value)}
        />
      );
    case 'choice':
      return (
        <Select
          label={label}
          description={description}
          {...hint}
          allowDeselect={false}
          data={choices.map(each => ({ ...each }))}
          value={value === undefined || value === null ? null : String(value)}
          onChange={next => onChange(typeof value === 'number' ? Number(next) : next)}
        />
      );
    case 'options':
      return (
        <OptionsEditor single={valueShape(component) === 'choice'} value={value} onChange={onChange} onDone={onDone} />
      );
    case 'words':
      return (
        <LinesEditor
          label={label}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          onDone={onDone}
        />
      );
    case 'component':
      return (
        <Select
          label={label}
          placeholder={messages.propertyInput.chooseAComponent}
          searchable
          clearable
          nothingFoundMessage={messages.shared.noComponentMatches}
          data={[...walkForm(components)]
            .filter(({ component: each }) => each.id !== component.id && valueShape(each) !== undefined)
            .map(({ component: each }) => ({ value: each.id, label: `${componentName(each)} (${each.id})` }))}
          value={text === '' ? null : text}
          onChange={next => onChange(next ?? '')}
        />
      );
    case 'models':
      return <ModelNames property={property} value={value} onChange={onChange} onDone={onDone} />;
    case 'value':
      return (
        <ValueInput
          property={property}
          component={component}
          value={value}
          mixed={mixed}
          onChange={onChange}
          onDone={onDone}
        />
      );
    default:
      return (
        <TextInput
          label={label}
          description={description}
          {...hint}
          value={text}
          onBlur={onDone}
          onChange={event => onChange(event.currentTarget.value)}
        />
      );
  }
}

/**
 * Names of models: chosen by the plugin that has them, written by hand where it is off. One alone is stored as a text.
 */
function ModelNames({
  property: { label, description, most = 1 },
  value,
  onChange,
  onDone,
}: Pick<PropertyInputProps, 'property' | 'value' | 'onChange' | 'onDone'>): JSX.Element {
  const [panel] = usePanels('form.models');
  const names = (Array.isArray(value) ? value : [value]).filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  const take = (next: readonly string[]): void => onChange(most === 1 ? (next[0] ?? '') : [...next]);
  if (panel !== undefined)
    return (
      <Panel
        panel={panel}
        context={{
          label,
          description,
          most,
          value: names,
          onChange: (next: readonly string[]) => {
            take(next);
            onDone();
          },
        }}
      />
    );
  if (most > 1) return <LinesEditor label={label} value={names} onChange={take} onDone={onDone} />;
  return (
    <TextInput
      label={label}
      description={description}
      value={names[0] ?? ''}
      onBlur={onDone}
      onChange={event => take([event.currentTarget.value])}
    />
  );
}

/** Edits the initial value of a component, by the type of its value. */
function ValueInput({
  property: { label, description },
  component,
  value,
  mixed,
  onChange,
  onDone,
}: Omit<PropertyInputProps, 'components'>): JSX.Element {
  const shape = valueShape(component);
  const hint = mixed ? { placeholder: MIXED } : {};
  if (shape === 'number')
    return (
      <NumberInput
        label={label}
        {...hint}
        value={typeof value === 'number' ? value : ''}
        onBlur={onDone}
        onChange={next => onChange(typeof next === 'number' ? next : null)}
      />
    );
  if (shape === 'text')
    return (
      <Textarea
        label={label}
        description={description}
        {...hint}
        autosize
        minRows={1}
        maxRows={8}
        value={typeof value === 'string' ? value : ''}
        onBlur={onDone}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  return (
    <JsonInput
      label={label}
      description={joinParts(
        description,
        shape === 'range' ? messages.propertyInput.aRangeAsLowHigh : messages.propertyInput.textOrJson,
      )}
      value={value}
      onChange={onChange}
      onDone={onDone}
    />
  );
}

/** A value as JSON; a text that is none is taken as it is, so that braces can stand alone. */
function JsonInput({
  label,
  description,
  value,
  onChange,
  onDone,
}: {
  readonly label: string;
  readonly description: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onDone: () => void;
}): JSX.Element {
  const shown = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  const [text, setText] = useState(shown);
  const take = (): void => {
    onDone();
    if (text !== shown) onChange(parsed(text));
  };
  return (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={1}
      maxRows={8}
      value={text}
      onBlur={take}
      onChange={event => setText(event.currentTarget.value)}
    />
  );
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
