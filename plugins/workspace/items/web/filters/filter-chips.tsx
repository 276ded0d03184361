import { ActionIcon, Button, Popover } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { clauseText, readClause } from '#core/api/common/index.ts';
import type { FilterClause } from '#core/api/common/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { FilterField } from '../kit/filter-field.ts';
import { messages } from '../messages.ts';
import type { DataFilter } from '../pages/use-data-filter.ts';
import classes from './filters.module.css';
import { clauseLabel } from './filter-clause.ts';
import { FilterEditor } from './filter-editor.tsx';

/** Opens the panel in which a filter is added. */
export function AddFilter({
  state,
  fields,
}: {
  readonly state: DataFilter;
  readonly fields: readonly FilterField[];
}): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          aria-haspopup="dialog"
          aria-expanded={open}
          leftSection={<Icon name="filter" size={14} />}
          onClick={() => setOpen(!open)}
        >
          {messages.filterChips.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.filterChips.addAFilter}>
        <FilterEditor
          fields={fields}
          onApply={clause => {
            setOpen(false);
            state.setClauses([...state.clauses, clauseText(clause)]);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The filters that are set, each of which can be changed or taken away. */
export function FilterChips({
  state,
  fields,
}: {
  readonly state: DataFilter;
  readonly fields: readonly FilterField[];
}): JSX.Element | undefined {
  const { clauses, setClauses } = state;
  if (clauses.length === 0) return undefined;
  return (
    <ul className={classes['chips']} aria-label={messages.filterChips.filters}>
      {clauses.map((text, at) => {
        const clause = readClause(text);
        return (
          <FilterChip
            key={`${at} ${text}`}
            clause={clause}
            text={text}
            fields={fields}
            onChange={next => setClauses(clauses.with(at, clauseText(next)))}
            onRemove={() => setClauses(clauses.toSpliced(at, 1))}
          />
        );
      })}
    </ul>
  );
}

interface FilterChipProps {
  readonly clause: FilterClause | undefined;
  readonly text: string;
  readonly fields: readonly FilterField[];
  readonly onChange: (clause: FilterClause) => void;
  readonly onRemove: () => void;
}

function FilterChip({ clause, text, fields, onChange, onRemove }: FilterChipProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const label =
    clause === undefined
      ? { field: text, operator: '', value: '' }
      : clauseLabel(
          clause,
          fields.find(each => each.name === clause.field),
        );
  const whole = [label.field, label.operator, label.value].filter(each => each !== '').join(' ');
  return (
    <li className={classes['chip']}>
      <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-start" shadow="md">
        <Popover.Target>
          <button
            type="button"
            className={classes['text']}
            title={whole}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span>{label.field}</span> <span className={classes['operator']}>{label.operator}</span>{' '}
            <strong>{label.value}</strong>
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={messages.filterChips.changeTheFilterWhole(whole)}>
          <FilterEditor
            fields={fields}
            {...(clause === undefined ? {} : { clause })}
            onApply={next => {
              setOpen(false);
              onChange(next);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon size="xs" aria-label={messages.filterChips.removeTheFilterWhole(whole)} onClick={onRemove}>
        <Icon name="close" size={12} />
      </ActionIcon>
    </li>
  );
}
