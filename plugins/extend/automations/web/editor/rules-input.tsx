import { ActionIcon, Autocomplete, Button, Stack, Text, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon, Segments } from '#core/ui/web/index.ts';
import type { ConditionRule, ConditionRules, RuleOperator } from '../../common/condition-rules.ts';
import { messages } from '../messages.ts';
import classes from './editor.module.css';

const operatorTitles: Readonly<Record<RuleOperator, string>> = {
  equals: 'is',
  not_equals: messages.rulesInput.isNot,
  contains: 'contains',
  greater: messages.rulesInput.isGreaterThan,
  less: messages.rulesInput.isLessThan,
  empty: messages.rulesInput.isEmpty,
  not_empty: messages.rulesInput.isNotEmpty,
};

/** Fields that contexts of events have; any other path may be typed. */
const FIELDS = [
  'after.name',
  'after.annotation_status',
  'before.annotation_status',
  'after.approval_status',
  'after.entropy_value',
  'after.is_pinned',
  'after.project_name',
  'after.folder_name',
  'after.assignments',
];

const newRule: ConditionRule = { field: 'after.name', operator: 'contains', value: '' };

interface RulesInputProps {
  readonly value: ConditionRules | undefined;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: ConditionRules | undefined) => void;
}

/** The rules of a condition. */
export function RulesInput({ value, error, disabled, onChange }: RulesInputProps): JSX.Element {
  const { match = 'all', rules = [] } = value ?? {};
  const put = (next: readonly ConditionRule[]): void =>
    onChange(next.length === 0 ? undefined : { match, rules: [...next] });
  const change = (at: number, part: Partial<ConditionRule>): void =>
    put(rules.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <Stack gap="xs">
      {rules.length > 1 ? (
        <Segments
          aria-label={messages.rulesInput.whichRulesMustHold}
          data={[
            { value: 'all', label: messages.rulesInput.allRules },
            { value: 'any', label: messages.rulesInput.anyRule },
          ]}
          value={match}
          onChange={next => onChange({ match: next as 'all' | 'any', rules: [...rules] })}
        />
      ) : undefined}
      {rules.map((rule, at) => (
        <div
          key={`rule ${at + 1}`}
          className={classes['rule']}
          role="group"
          aria-label={messages.rulesInput.ruleCount(at + 1)}
        >
          <div className={classes['ruleFields']}>
            <Autocomplete
              aria-label={messages.rulesInput.field}
              data={FIELDS}
              value={rule.field}
              disabled={disabled}
              onChange={field => change(at, { field })}
            />
            <Select
              aria-label={messages.rulesInput.comparison}
              data={Object.entries(operatorTitles).map(([operator, label]) => ({ value: operator, label }))}
              value={rule.operator}
              disabled={disabled}
              allowDeselect={false}
              onChange={next => change(at, { operator: next as RuleOperator })}
            />
            {rule.operator.endsWith('empty') ? undefined : (
              <TextInput
                aria-label={messages.shared.value}
                placeholder={messages.shared.value}
                maxLength={500}
                value={rule.value}
                disabled={disabled}
                onChange={event => change(at, { value: event.currentTarget.value })}
              />
            )}
          </div>
          <ActionIcon
            aria-label={messages.rulesInput.removeRuleCount(at + 1)}
            disabled={disabled}
            onClick={() => put(rules.filter((_, index) => index !== at))}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </div>
      ))}
      {error === undefined ? undefined : (
        <Text size="sm" c="var(--loupe-danger)">
          {error}
        </Text>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" size={13} />}
        disabled={disabled || rules.length >= 20}
        onClick={() => put([...rules, newRule])}
      >
        {messages.rulesInput.addRule}
      </Button>
    </Stack>
  );
}
