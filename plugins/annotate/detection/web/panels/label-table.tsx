import { Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { messages } from '../messages.ts';
import classes from './run-dialog.module.css';

/** The class that each label becomes, by its id, or a new one with its name; left out when absent. */
export type LabelClasses = Readonly<Record<string, number | 'new'>>;

const LEFT_OUT = 'none';
const NEW = 'new';
/** Labels without a field to find one. */
const FEW = 12;

interface LabelTableProps {
  /** In the order in which they are shown. */
  readonly labels: readonly string[];
  /** Classes that boxes can have. */
  readonly owners: readonly AnnotationClass[];
  readonly makesClasses: boolean;
  readonly chosen: LabelClasses;
  readonly onChange: (chosen: LabelClasses) => void;
}

/** The labels of a model, and the class that each becomes. */
export function LabelTable({ labels, owners, makesClasses, chosen, onChange }: LabelTableProps): JSX.Element {
  const [part, setPart] = useState('');
  const shown = labels.filter(each => each.toLowerCase().includes(part.trim().toLowerCase()));
  const choose = (label: string, value: string | null): void => {
    const { [label]: _, ...others } = chosen;
    if (value === null || value === LEFT_OUT) onChange(others);
    else onChange({ ...others, [label]: value === NEW ? NEW : Number(value) });
  };
  return (
    <section aria-label={messages.labelTable.labels}>
      {labels.length > FEW ? (
        <TextInput
          size="xs"
          mb="xs"
          placeholder={messages.labelTable.findLabel}
          aria-label={messages.labelTable.findLabel}
          value={part}
          onChange={event => setPart(event.currentTarget.value)}
        />
      ) : undefined}
      <div className={classes['labels']} tabIndex={0}>
        <Table verticalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.labelTable.label}</Table.Th>
              <Table.Th w={260}>{messages.labelTable.class}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(label => (
              <Table.Tr key={label}>
                <Table.Td>
                  <Text truncate title={label} c={chosen[label] === undefined ? 'var(--loupe-muted)' : 'inherit'}>
                    {label}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={messages.labelTable.classOfLabel(label)}
                    size="xs"
                    searchable
                    allowDeselect={false}
                    value={String(chosen[label] ?? LEFT_OUT)}
                    onChange={value => choose(label, value)}
                    data={[
                      { value: LEFT_OUT, label: messages.labelTable.leftOut },
                      ...(makesClasses && !owners.some(each => each.name === label)
                        ? [{ value: NEW, label: messages.labelTable.newClass(label) }]
                        : []),
                      ...(owners.length === 0
                        ? []
                        : [
                            {
                              group: messages.labelTable.classesOfTheProject,
                              items: owners.map(({ id, name }) => ({ value: String(id), label: name })),
                            },
                          ]),
                    ]}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {shown.length === 0 ? (
          <Text p="xs" size="sm" c="var(--loupe-muted)" role="status">
            {messages.labelTable.noSuchLabel}
          </Text>
        ) : undefined}
      </div>
    </section>
  );
}
