import { Button, Group, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { GroupValue } from '#plugins/annotate/annotations/common/index.ts';
import { AttributeField } from '#plugins/annotate/editor/web/kit/index.ts';
import type { DictionaryEntry } from '../../common/dictionary/dictionary.ts';
import { TERM_LENGTH } from '../../common/dictionary/dictionary.ts';
import { messages } from '../messages.ts';
import classes from './dictionary.module.css';

interface EntryFormProps {
  readonly owners: readonly AnnotationClass[];
  readonly entry: DictionaryEntry;
  /** The entry is one of the list. */
  readonly known: boolean;
  readonly onChange: (entry: DictionaryEntry) => void;
  readonly onDone: () => void;
}

/** A term, its class and the values its spans get. */
export function EntryForm({ owners, entry, known, onChange, onDone }: EntryFormProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const owner = owners.find(each => each.id === entry.class_id);
  const ready = entry.term.trim() !== '' && owner !== undefined;
  const done = (): void => {
    if (!ready) return;
    onDone();
    field.current?.focus();
  };
  const answer = (groupId: number, value: GroupValue): void => {
    const others = entry.values.filter(each => each.group_id !== groupId);
    const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    onChange({
      ...entry,
      values: empty
        ? others
        : [...others, { group_id: groupId, value: typeof value === 'object' ? [...value] : value }],
    });
  };
  return (
    <div>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          ref={field}
          label={messages.entryForm.term}
          data-autofocus
          flex={1}
          maxLength={TERM_LENGTH}
          value={entry.term}
          onChange={event => onChange({ ...entry, term: event.currentTarget.value })}
          onKeyDown={event => {
            if (event.key !== 'Enter') return;
            // The dialog is sent by its own button only.
            event.preventDefault();
            done();
          }}
        />
        <Select
          label={messages.entryForm.class}
          w={200}
          searchable
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          data={owners.map(each => ({ value: String(each.id), label: each.name }))}
          value={owner === undefined ? null : String(owner.id)}
          onChange={value => {
            if (value !== null) onChange({ ...entry, class_id: Number(value), values: [] });
          }}
        />
        <Button variant="default" disabled={!ready} onClick={done}>
          {known ? messages.shared.change : messages.entryForm.add}
        </Button>
      </Group>
      {owner === undefined || owner.attribute_groups.length === 0 ? undefined : (
        <div className={classes['values']}>
          {owner.attribute_groups.map(group => (
            <AttributeField
              key={group.id}
              group={group}
              value={entry.values.find(each => each.group_id === group.id)?.value}
              mixed={false}
              missing={false}
              disabled={false}
              onChange={value => answer(group.id, value)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
