import { Checkbox, Chip, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { attributeTextLimit } from '#plugins/workspace/classes/common/index.ts';
import type { GroupValue } from '#plugins/annotate/annotations/common/index.ts';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { QUICK_PLACES } from '../../../common/quick-choice.ts';
import { messages } from '../../messages.ts';
import classes from '../../panels/panels.module.css';

interface AttributeFieldProps {
  readonly group: AttributeGroup;
  readonly value: GroupValue;
  /** The selected objects hold different values. */
  readonly mixed: boolean;
  /** Required, and nothing is there. */
  readonly missing: boolean;
  readonly disabled: boolean;
  /** Number of groups it depends on, each on the next one; it is indented that often. */
  readonly depth?: number;
  /** The value keys answer this group. */
  readonly quick?: boolean;
  readonly onChange: (value: GroupValue) => void;
}

/** One attribute group as a question. Every kind is answered by keyboard alone. */
export function AttributeField(props: AttributeFieldProps): JSX.Element {
  const { group, mixed, missing, depth = 0, quick = false } = props;
  return (
    <div
      className={classes['field']}
      role="group"
      aria-label={group.name}
      {...(depth === 0 ? {} : { 'data-nested': true, style: { marginInlineStart: depth * 12 } })}
    >
      <div className={classes['fieldName']}>
        <span>
          {group.name}
          {group.isRequired ? (
            <span className={classes['required']} title={messages.attributeField.required}>
              *
            </span>
          ) : undefined}
        </span>
        {group.group_type === 'radio' || group.group_type === 'checklist' ? (
          <span className={classes['fieldHint']}>
            {messages.attributeField.enterGoesBack(
              group.attributes.length > 1
                ? messages.attributeField.the1ChooseMin(Math.min(group.attributes.length, 9))
                : messages.attributeField.oneChooses,
            )}
          </span>
        ) : undefined}
        {quick ? <QuickKeys count={group.attributes.length} /> : undefined}
        {mixed ? (
          <span className={classes['muted']}>{messages.attributeField.mixed}</span>
        ) : missing ? (
          <span className={classes['required']}>{messages.attributeField.missing}</span>
        ) : undefined}
      </div>
      <Answer {...props} />
    </div>
  );
}

/** The keys that choose a value of the group without the form, the first and the last of them. */
function QuickKeys({ count }: { readonly count: number }): JSX.Element | undefined {
  const keys = useKeyMap();
  const [first, ...others] = QUICK_PLACES.slice(0, count).flatMap(
    place => keys.chords(`editor.value${place}`)[0] ?? [],
  );
  const last = others.at(-1);
  if (first === undefined) return undefined;
  return (
    <span className={classes['quickKeys']}>
      {keys.shown(first)}
      {last === undefined ? '' : ` … ${keys.shown(last)}`}
    </span>
  );
}

function Answer({ group, value, mixed, disabled, onChange }: AttributeFieldProps): JSX.Element {
  const chosen = Array.isArray(value) ? (value as readonly number[]) : [];
  switch (group.group_type) {
    case 'radio':
      return (
        <div className={classes['chips']}>
          {group.attributes.map(each => (
            <Chip
              key={each.id}
              size="xs"
              radius="sm"
              disabled={disabled}
              checked={chosen.includes(each.id)}
              onChange={checked => onChange(checked ? [each.id] : [])}
            >
              {each.name}
            </Chip>
          ))}
        </div>
      );
    case 'checklist':
      return (
        <>
          {group.attributes.map(each => (
            <Checkbox
              key={each.id}
              mb={4}
              label={each.name}
              disabled={disabled}
              indeterminate={mixed}
              checked={chosen.includes(each.id)}
              onChange={event =>
                onChange(event.currentTarget.checked ? [...chosen, each.id] : chosen.filter(id => id !== each.id))
              }
            />
          ))}
        </>
      );
    case 'numeric':
      return (
        <NumberAnswer
          name={group.name}
          value={typeof value === 'number' ? value : undefined}
          mixed={mixed}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case 'text':
    case 'ocr':
      return (
        <TextAnswer
          group={group}
          value={typeof value === 'string' ? value : ''}
          mixed={mixed}
          disabled={disabled}
          onChange={onChange}
        />
      );
  }
}

/**
 * Writes when the field is left or Enter is pressed, so that a word is one step of undo. Keys that leave the field do so
 * before the next render, so what was typed goes at once: Escape would write it, and Enter write it twice.
 */
function TextAnswer({
  group,
  value,
  mixed,
  disabled,
  onChange,
}: {
  readonly group: AttributeGroup;
  readonly value: string;
  readonly mixed: boolean;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}): JSX.Element {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const drop = (): void => setTyped(undefined);
  const write = (): void => {
    if (text !== value) onChange(text);
    drop();
  };
  const common = {
    'aria-label': group.name,
    value: text,
    disabled,
    maxLength: attributeTextLimit,
    placeholder: mixed ? messages.attributeField.mixed : '',
    onBlur: write,
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (!event.shiftKey || group.group_type === 'ocr')) {
      event.preventDefault();
      flushSync(write);
    }
    if (event.key === 'Escape') flushSync(drop);
  };
  if (group.group_type === 'ocr')
    return <TextInput {...common} onKeyDown={press} onChange={event => setTyped(event.currentTarget.value)} />;
  return (
    <Textarea
      autosize
      minRows={1}
      maxRows={6}
      {...common}
      onKeyDown={press}
      onChange={event => setTyped(event.currentTarget.value)}
    />
  );
}

function NumberAnswer({
  name,
  value,
  mixed,
  disabled,
  onChange,
}: {
  readonly name: string;
  readonly value: number | undefined;
  readonly mixed: boolean;
  readonly disabled: boolean;
  readonly onChange: (value: number | undefined) => void;
}): JSX.Element {
  const [typed, setTyped] = useState<string | number>();
  const text = typed ?? value ?? '';
  const drop = (): void => setTyped(undefined);
  const write = (): void => {
    const number = text === '' ? undefined : Number(text);
    if (number !== value && (number === undefined || Number.isFinite(number))) onChange(number);
    drop();
  };
  return (
    <NumberInput
      aria-label={name}
      value={text}
      disabled={disabled}
      placeholder={mixed ? messages.attributeField.mixed : ''}
      onChange={setTyped}
      onBlur={write}
      onKeyDown={event => {
        if (event.key === 'Enter') flushSync(write);
        if (event.key === 'Escape') flushSync(drop);
      }}
    />
  );
}
