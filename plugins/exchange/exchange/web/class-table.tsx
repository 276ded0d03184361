import { Switch, Table, Text, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { shapeProblem } from '#plugins/workspace/classes/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { importedObjects } from '../common/class-mapping.ts';
import type { ImportChoices, ImportedClass, ImportReport } from '../common/import-api.ts';
import { messages } from './messages.ts';
import classes from './transfer.module.css';

/** Values of the field that are no class; names of classes cannot begin so. */
const CREATE = '\u0000create';
const SKIP = '\u0000skip';

interface ClassTableProps {
  readonly report: ImportReport;
  readonly choices: ImportChoices;
  readonly onChange: (choices: ImportChoices) => void;
}

/** The classes of a file with their objects, and the class of the project that each becomes. */
export function ClassTable({ report, choices, onChange }: ClassTableProps): JSX.Element | undefined {
  if (report.classes.length === 0) return undefined;
  const used = report.classes.filter(each => importedObjects(each, choices) > 0);
  const unused = report.classes.length - used.length;
  const shown = (choices.unused_classes ? report.classes : used).toSorted(
    (one, other) => importedObjects(other, choices) - importedObjects(one, choices),
  );
  const set = (name: string, as: string | null | undefined): void =>
    onChange({
      ...choices,
      classes: [...choices.classes.filter(each => each.name !== name), ...(as === undefined ? [] : [{ name, as }])],
    });
  return (
    <section aria-label={messages.classTable.classes}>
      {shown.length === 0 ? undefined : (
        <div className={classes['classTable']} tabIndex={0}>
          <Table verticalSpacing={4} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.classTable.classInTheFile}</Table.Th>
                <Table.Th w={80} ta="right">
                  {messages.classTable.objects}
                </Table.Th>
                <Table.Th w={300}>{messages.classTable.importAs}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(each => (
                <ClassRow key={each.name} entry={each} report={report} choices={choices} onSet={set} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {unused > 0 && report.kind !== 'classes' ? (
        <Switch
          mt="xs"
          label={
            unused === 1
              ? messages.classTable.include1ClassWithoutObjects
              : messages.classTable.includeUnusedClassesWithoutObjects(unused)
          }
          checked={choices.unused_classes}
          onChange={event => onChange({ ...choices, unused_classes: event.currentTarget.checked })}
        />
      ) : undefined}
    </section>
  );
}

function ClassRow({
  entry,
  report,
  choices,
  onSet,
}: {
  readonly entry: ImportedClass;
  readonly report: ImportReport;
  readonly choices: ImportChoices;
  readonly onSet: (name: string, as: string | null | undefined) => void;
}): JSX.Element {
  const { name, match, listed, type } = entry;
  const existing = report.projectClasses.filter(each => !listed || each.type === type).map(each => each.name);
  const chosen = choices.classes.find(each => each.name === name)?.as;
  const target = chosen === undefined ? (match ?? name) : chosen;
  const isNew = target !== null && !report.projectClasses.some(each => each.name === target);
  const may = report.may.classes && listed;
  const fresh = may
    ? { value: CREATE, label: isNew ? messages.classTable.newClass : messages.classTable.newClassName(name) }
    : { value: CREATE, label: messages.classTable.noClass };
  const owner = report.projectClasses.find(each => each.name === target);
  const problem =
    owner === undefined
      ? undefined
      : entry.shapes?.map(each => shapeProblem(owner, each)).find(each => each !== undefined);
  const isTaken = report.projectClasses.some(each => each.name === name);
  const choose = (value: string | null): void => {
    if (value === CREATE) onSet(name, match === null ? undefined : name);
    else if (value === SKIP) onSet(name, null);
    else if (value !== null) onSet(name, value === match ? undefined : value);
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Text truncate title={name} c={target === null ? 'var(--loupe-muted)' : 'inherit'}>
          {name}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{importedObjects(entry, choices).toLocaleString('en')}</Table.Td>
      <Table.Td>
        <div className={classes['target']}>
          <Select
            aria-label={messages.classTable.importNameAs(name)}
            size="xs"
            searchable
            allowDeselect={false}
            value={target === null ? SKIP : isNew ? CREATE : target}
            onChange={choose}
            data={[
              ...(isTaken ? [] : [fresh]),
              { value: SKIP, label: messages.classTable.dontImport },
              ...(existing.length === 0 ? [] : [{ group: messages.classTable.classesOfTheProject, items: existing }]),
            ]}
          />
          {isNew && may ? (
            <TextInput
              aria-label={messages.classTable.nameOfTheNewClass(name)}
              size="xs"
              maxLength={200}
              value={target}
              onChange={event => onSet(name, event.currentTarget.value === '' ? name : event.currentTarget.value)}
            />
          ) : undefined}
        </div>
        {problem === undefined ? undefined : (
          <Text size="xs" c="var(--loupe-warning)" role="status">
            {messages.classTable.itemsAreRefused(problem)}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
