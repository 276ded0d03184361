import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon, Segments } from '#core/ui/web/index.ts';
import { valueShape } from '../../common/component-types.ts';
import { optionValues } from '../../common/form-checks.ts';
import type { FormComponent } from '../../common/form-document.ts';
import { findComponent } from '../../common/form-places.ts';
import type { ShowCondition, ShowOperator, ShowWhen } from '../../common/show-when.ts';
import { readShowWhen } from '../../common/show-when.ts';
import { walkForm } from '../../common/walk-form.ts';
import type { BuilderStore } from '../builder/builder-store.ts';
import { componentName } from '../component-name.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const OPERATORS: Readonly<Record<ShowOperator, string>> = {
  equals: 'is',
  differs: messages.showWhenEditor.isNot,
  contains: 'contains',
  more: messages.showWhenEditor.isMoreThan,
  less: messages.showWhenEditor.isLessThan,
  filled: messages.showWhenEditor.isFilledIn,
  empty: messages.showWhenEditor.isEmpty,
};
const UNARY: ReadonlySet<ShowOperator> = new Set(['filled', 'empty']);

interface ShowWhenProps {
  readonly store: BuilderStore;
  readonly component: FormComponent;
  readonly onChange: (showWhen: ShowWhen | undefined) => void;
}

/** On which answers a component is shown. */
export function ShowWhenEditor({ store, component, onChange }: ShowWhenProps): JSX.Element {
  const current = readShowWhen(component['showWhen']);
  const conditions = current?.conditions ?? [];
  const others = [...walkForm(store.form.components)]
    .filter(({ component: each }) => each.id !== component.id && valueShape(each) !== undefined)
    .map(({ component: each }) => ({ value: each.id, label: `${componentName(each)} (${each.id})` }));
  const put = (next: readonly ShowCondition[], match = current?.match ?? 'all'): void =>
    onChange(next.length === 0 ? undefined : { ...current, match, conditions: next });
  const add = (): void => put([...conditions, { component: others[0]!.value, operator: 'filled' }]);
  return (
    <Stack gap="sm">
      {conditions.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.showWhenEditor.alwaysShown}
        </Text>
      ) : undefined}
      {conditions.length > 1 ? (
        <Segments
          aria-label={messages.showWhenEditor.conditions}
          data={[
            { value: 'all', label: messages.showWhenEditor.allHold },
            { value: 'any', label: messages.showWhenEditor.anyHolds },
          ]}
          value={current!.match}
          onChange={match => put(conditions, match)}
        />
      ) : undefined}
      {conditions.map((condition, at) => (
        <fieldset key={at} className={classes['card']}>
          <legend className={classes['legend']}>{messages.showWhenEditor.conditionCount(at + 1)}</legend>
          <Stack gap={6}>
            <Select
              label={messages.showWhenEditor.component}
              searchable
              allowDeselect={false}
              nothingFoundMessage={messages.shared.noComponentMatches}
              data={
                others.some(each => each.value === condition.component)
                  ? others
                  : [
                      ...others,
                      { value: condition.component, label: messages.showWhenEditor.componentGone(condition.component) },
                    ]
              }
              value={condition.component}
              onChange={next => {
                if (next !== null) put(conditions.with(at, { component: next, operator: condition.operator }));
              }}
            />
            <Group gap={4} wrap="nowrap" align="end">
              <Select
                aria-label={messages.showWhenEditor.comparison}
                style={{ flex: 1 }}
                allowDeselect={false}
                data={Object.entries(OPERATORS).map(([value, label]) => ({ value, label }))}
                value={condition.operator}
                onChange={next => put(conditions.with(at, { ...condition, operator: next as ShowOperator }))}
              />
              {UNARY.has(condition.operator) ? undefined : (
                <ConditionValue
                  of={findComponent(store.form.components, condition.component)}
                  value={condition.value}
                  onChange={value => put(conditions.with(at, { ...condition, value }))}
                />
              )}
              <ActionIcon
                aria-label={messages.showWhenEditor.removeConditionCount(at + 1)}
                onClick={() => put(conditions.toSpliced(at, 1))}
              >
                <Icon name="trash" size={14} />
              </ActionIcon>
            </Group>
          </Stack>
        </fieldset>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        style={{ alignSelf: 'start' }}
        disabled={others.length === 0}
        leftSection={<Icon name="plus" size={12} />}
        onClick={add}
      >
        {messages.showWhenEditor.addCondition}
      </Button>
    </Stack>
  );
}

function ConditionValue({
  of,
  value,
  onChange,
}: {
  readonly of: FormComponent | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}): JSX.Element {
  const options = of === undefined ? [] : [...new Set(optionValues(of))].filter(each => each !== '');
  if (options.length > 0)
    return (
      <Select
        aria-label={messages.shared.value}
        style={{ flex: 1 }}
        searchable
        data={options}
        value={typeof value === 'string' && options.includes(value) ? value : null}
        onChange={onChange}
      />
    );
  const number = of !== undefined && valueShape(of) === 'number';
  const text = value === undefined || value === null ? '' : String(value);
  return (
    <TextInput
      aria-label={messages.shared.value}
      style={{ flex: 1 }}
      value={text}
      inputMode={number ? 'decimal' : 'text'}
      onChange={event =>
        onChange(
          number && event.currentTarget.value.trim() !== '' && Number.isFinite(Number(event.currentTarget.value))
            ? Number(event.currentTarget.value)
            : event.currentTarget.value,
        )
      }
    />
  );
}
