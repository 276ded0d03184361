import { ActionIcon, Button, Checkbox, Group, Input, Radio, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { ClipboardEvent, JSX, KeyboardEvent } from 'react';
import { Icon, moved, useReorder } from '#core/ui/web/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { linesOf } from './lines-editor.tsx';

/** An option; fields we do not know stay. */
interface Option {
  readonly value: string;
  readonly checked: boolean;
}

interface OptionsProps {
  /** One option at most begins chosen. */
  readonly single: boolean;
  readonly value: unknown;
  readonly onChange: (value: readonly Option[]) => void;
  readonly onDone: () => void;
}

/**
 * Options of a choice: order, text, which begin chosen. Many lines pasted into one make an option each; Enter adds one
 * below.
 */
export function OptionsEditor({ single, value, onChange, onDone }: OptionsProps): JSX.Element {
  const options: readonly Option[] = (Array.isArray(value) ? value : [])
    .filter(isRecord)
    .map(each => ({ ...each, value: String(each['value'] ?? ''), checked: each['checked'] === true }));
  const list = useRef<HTMLDivElement>(null);
  const order = useReorder(options.length, (from, to) => onChange(moved(options, from, to)));
  const focus = (at: number): void =>
    void requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLInputElement>('input[data-option]')[at]?.focus(),
    );
  const put = (at: number, text: string): void => onChange(options.with(at, { ...options[at]!, value: text }));
  const check = (at: number, checked: boolean): void =>
    onChange(
      options.map((each, other) => ({ ...each, checked: other === at ? checked : single ? false : each.checked })),
    );
  const insert = (at: number, values: readonly string[]): void => {
    onDone();
    onChange(options.toSpliced(at, 0, ...values.map(each => ({ value: each, checked: false }))));
    focus(at + values.length - 1);
  };
  const paste = (event: ClipboardEvent, at: number): void => {
    const lines = linesOf(event.clipboardData.getData('text/plain'));
    if (lines.length < 2) return;
    event.preventDefault();
    const known = new Set(options.map(each => each.value));
    const fresh = lines.filter(each => !known.has(each));
    // An option that is still empty takes the first line.
    if (options[at]?.value === '')
      onChange(options.toSpliced(at, 1, ...fresh.map(each => ({ value: each, checked: false }))));
    else insert(at + 1, fresh);
  };
  const press = (event: KeyboardEvent, at: number): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      insert(at + 1, [messages.optionsEditor.optionNextNumber(nextNumber(options))]);
    } else if (event.key === 'Backspace' && options[at]?.value === '' && options.length > 1) {
      event.preventDefault();
      onChange(options.toSpliced(at, 1));
      focus(Math.max(0, at - 1));
    }
  };
  return (
    <div>
      <Input.Label>{messages.optionsEditor.options}</Input.Label>
      <Stack gap={4} ref={list} {...order.list}>
        {options.map((option, at) => {
          const begins = {
            'aria-label': messages.optionsEditor.valueBeginsChosen(
              option.value || messages.optionsEditor.optionAt(at + 1),
            ),
            checked: option.checked,
          };
          return (
            <Group key={at} gap={4} wrap="nowrap" {...order.row(at)} className={classes['optionRow']!}>
              {order.grip(at, option.value || `option ${at + 1}`)}
              {single ? (
                <Radio
                  {...begins}
                  onChange={() => check(at, true)}
                  onClick={() => {
                    if (option.checked) check(at, false);
                  }}
                />
              ) : (
                <Checkbox {...begins} onChange={event => check(at, event.currentTarget.checked)} />
              )}
              <TextInput
                data-option
                aria-label={messages.optionsEditor.optionCount(at + 1)}
                style={{ flex: 1, minWidth: 0 }}
                value={option.value}
                onChange={event => put(at, event.currentTarget.value)}
                onPaste={event => paste(event, at)}
                onKeyDown={event => press(event, at)}
                onBlur={onDone}
              />
              <ActionIcon
                aria-label={messages.optionsEditor.removeValue(option.value || `option ${at + 1}`)}
                onClick={() => onChange(options.toSpliced(at, 1))}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </Group>
          );
        })}
      </Stack>
      <Button
        mt={6}
        size="compact-xs"
        variant="default"
        leftSection={<Icon name="plus" size={12} />}
        onClick={() => insert(options.length, [messages.optionsEditor.optionNextNumber(nextNumber(options))])}
      >
        {messages.optionsEditor.addOption}
      </Button>
    </div>
  );
}

/** The first number from the count on that no option is called after. */
function nextNumber(options: readonly Option[]): number {
  const taken = new Set(options.map(each => each.value));
  for (let number = options.length + 1; ; number++) if (!taken.has(`Option ${number}`)) return number;
}
