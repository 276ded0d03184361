import { Button, Checkbox, Group, NumberInput, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import type { FilterClause } from '#core/api/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { Segments } from '#core/ui/web/index.ts';
import type { FilterChoice, FilterField } from '../kit/filter-field.ts';
import { operatorsOf } from '../kit/filter-field.ts';
import { messages } from '../messages.ts';
import { isComplete } from './filter-clause.ts';

interface FilterEditorProps {
  readonly fields: readonly FilterField[];
  /** The filter that is changed; a new one when absent. */
  readonly clause?: FilterClause;
  readonly onApply: (clause: FilterClause) => void;
}

// Lists opened inside the panel must not count as clicks outside it.
const inside = { comboboxProps: { withinPortal: false }, maxDropdownHeight: 240 } as const;

/** Values that are drawn at once. */
const MOST_SHOWN = 200;

/** Field, operator and value of one filter. */
export function FilterEditor({ fields, clause, onApply }: FilterEditorProps): JSX.Element {
  const [draft, setDraft] = useState<FilterClause>(clause ?? { field: '', operator: '$eq', values: [] });
  const field = fields.find(each => each.name === draft.field);
  const begin = (name: string): void => {
    const chosen = fields.find(each => each.name === name)!;
    setDraft({
      field: name,
      operator: operatorsOf(chosen)[0]!.operator,
      values: chosen.kind === 'flag' ? ['true'] : [],
    });
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        event.stopPropagation();
        if (isComplete(draft)) onApply(draft);
      }}
    >
      <Stack gap="xs" w={260}>
        <Select
          {...inside}
          label={messages.filterEditor.field}
          placeholder={messages.filterEditor.chooseAField}
          data-autofocus
          searchable
          allowDeselect={false}
          data={fields.map(each => ({ value: each.name, label: each.title }))}
          value={field?.name ?? null}
          onChange={name => {
            if (name !== null) begin(name);
          }}
          nothingFoundMessage={messages.filterEditor.noSuchField}
        />
        {field === undefined ? undefined : (
          <>
            {operatorsOf(field).length < 2 ? undefined : (
              <Select
                {...inside}
                label={messages.filterEditor.operator}
                allowDeselect={false}
                data={operatorsOf(field).map(each => ({ value: each.operator, label: each.title }))}
                value={draft.operator}
                onChange={operator => setDraft({ ...draft, operator: operator as FilterClause['operator'] })}
              />
            )}
            {draft.operator === '$isnull' ? undefined : (
              <FilterValue
                key={field.name}
                field={field}
                values={draft.values}
                onChange={values => setDraft({ ...draft, values })}
              />
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={field === undefined || !isComplete(draft)}>
            {messages.filterEditor.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function FilterValue({
  field,
  values,
  onChange,
}: {
  readonly field: FilterField;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}): JSX.Element {
  const [value = ''] = values;
  if (field.kind === 'choice') return <Choices choices={field.choices ?? []} values={values} onChange={onChange} />;
  if (field.kind === 'number')
    return (
      <NumberInput label={messages.filterEditor.value} value={value} onChange={next => onChange([String(next)])} />
    );
  if (field.kind === 'flag')
    return (
      <Segments
        fullWidth
        aria-label={field.title}
        data={[
          { value: 'true', label: messages.filterEditor.yes },
          { value: 'false', label: messages.filterEditor.no },
        ]}
        value={value}
        onChange={next => onChange([next])}
      />
    );
  return (
    <TextInput
      label={messages.filterEditor.value}
      type={field.kind === 'text' ? 'text' : 'date'}
      maxLength={1000}
      value={value}
      onChange={event => onChange([event.currentTarget.value])}
    />
  );
}

/** Values of which some are ticked; long lists can be searched. */
function Choices({
  choices,
  values,
  onChange,
}: {
  readonly choices: readonly FilterChoice[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}): JSX.Element {
  const [search, setSearch] = useState('');
  const shown = choices.filter(each => each.label.toLowerCase().includes(search.toLowerCase()));
  if (choices.length === 0) return <Text c="var(--loupe-muted)">{messages.filterEditor.thereIsNothingToChoose}</Text>;
  return (
    <Checkbox.Group label={messages.filterEditor.value} value={[...values]} onChange={onChange}>
      {choices.length > 8 ? (
        <TextInput
          aria-label={messages.filterEditor.searchValues}
          placeholder={messages.filterEditor.search}
          my={4}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      ) : undefined}
      <ScrollArea.Autosize mah={200} type="auto">
        <Stack gap={6} py={4}>
          {shown.slice(0, MOST_SHOWN).map(each => (
            <Checkbox key={each.value} value={each.value} label={each.label} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {shown.length > MOST_SHOWN ? (
        <Text size="xs" c="var(--loupe-muted)">
          {messages.filterEditor.countMore(shown.length - MOST_SHOWN)}
        </Text>
      ) : undefined}
    </Checkbox.Group>
  );
}
