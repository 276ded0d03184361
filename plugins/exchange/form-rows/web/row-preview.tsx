import { Button, Group, Loader, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon, Segments, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import { itemNameProblem } from '#plugins/workspace/items/common/index.ts';
import type { RowChoices, RowImport, RowReport } from '../common/rows-api.ts';
import { Findings } from '#plugins/exchange/exchange/web/kit/index.ts';
import { messages } from './messages.ts';
import { PreviewTable } from './preview-table.tsx';
import classes from './rows.module.css';

interface RowPreviewProps {
  readonly record: RowImport;
  readonly report: RowReport;
  /** The rows are looked through again. */
  readonly checking: boolean;
  readonly onBack: () => void;
  readonly onCheck: (choices: RowChoices) => Promise<void>;
  readonly onStart: () => Promise<void>;
  readonly onReport: () => void;
}

/** Pause after a change before the rows are looked through again, in milliseconds. */
const PAUSE = 400;
const KINDS: Readonly<Record<RowReport['kind'], string>> = {
  csv: 'CSV',
  jsonl: messages.rowPreview.jsonLines,
  json: 'JSON',
  zip: messages.rowPreview.jsonFileForEachItem,
};

/** Shows the target of each column and the resulting items, and starts the import. */
export function RowPreview({
  record,
  report,
  checking,
  onBack,
  onCheck,
  onStart,
  onReport,
}: RowPreviewProps): JSX.Element {
  const [choices, setChoices] = useState<RowChoices>(record.choices!);
  const [sent, setSent] = useState(choices);
  const starting = useMutation({ mutationFn: onStart, onError: toastError });
  const start = useOnceAtATime(starting);
  const [shown, setShown] = useState<'rows' | 'problems'>('rows');
  const nameProblem = itemNameProblem(`${choices.prefix}_0001`);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pending.current), []);
  const change = (part: Partial<RowChoices>): void => {
    const next = { ...choices, ...part };
    setChoices(next);
    clearTimeout(pending.current);
    if (itemNameProblem(`${next.prefix}_0001`) !== undefined) return;
    pending.current = setTimeout(() => {
      setSent(next);
      onCheck(next).catch(toastError);
    }, PAUSE);
  };
  const waits = checking || choices !== sent;
  const targets = [
    {
      group: messages.groups.item,
      items: [
        { value: 'name', label: messages.shared.name },
        { value: 'folder', label: messages.rowPreview.folder },
        { value: 'category', label: messages.rowPreview.category },
        { value: 'payload', label: messages.shared.attachedData },
        { value: 'ignore', label: messages.rowPreview.notImported },
      ],
    },
    {
      group: messages.groups.components,
      items: report.components.map(({ id, label }) => ({
        value: `component:${id}`,
        label: label === '' || label === id ? id : `${label} (${id})`,
      })),
    },
  ];
  const named = Object.values(choices.mapping).includes('name');
  const count = report.created + (choices.existing === 'skip' ? 0 : report.present) - report.beyond;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text>
          {record.name}{' '}
          <Text span c="var(--loupe-muted)">
            {KINDS[report.kind]}, {report.rows.toLocaleString('en')}{' '}
            {report.rows === 1 ? 'row' : messages.rowPreview.rows}
          </Text>
        </Text>
        {waits ? (
          <Group gap={6} role="status">
            <Loader size={14} />
            <Text size="sm" c="var(--loupe-muted)">
              {messages.rowPreview.lookingThroughAgain}
            </Text>
          </Group>
        ) : undefined}
      </Group>
      <section aria-label={messages.rowPreview.columns} className={classes['columns']} tabIndex={0}>
        <div className={`${classes['column']} ${classes['titles']}`} aria-hidden>
          <span>{messages.rowPreview.column}</span>
          <span>{messages.rowPreview.example}</span>
          <span>{messages.rowPreview.isTakenAs}</span>
        </div>
        {report.columns.map(({ name, example }) => (
          <div key={name} className={classes['column']}>
            <span className={classes['name']} title={name}>
              {name}
            </span>
            <span className={classes['example']} title={example}>
              {example}
            </span>
            <Select
              size="xs"
              aria-label={messages.rowPreview.nameIsTakenAs(name)}
              data={targets}
              value={choices.mapping[name] ?? 'ignore'}
              allowDeselect={false}
              searchable={report.components.length > 8}
              onChange={value =>
                change({ mapping: { ...choices.mapping, [name]: value as RowChoices['mapping'][string] } })
              }
            />
          </div>
        ))}
      </section>
      <div className={classes['choices']}>
        <Select
          label={messages.rowPreview.namesThatExist}
          allowDeselect={false}
          value={choices.existing}
          onChange={value => change({ existing: value as RowChoices['existing'] })}
          data={[
            { value: 'skip', label: messages.rowPreview.skipTheRow },
            { value: 'replace', label: messages.rowPreview.replaceAllValuesOfTheRow },
            { value: 'annotations', label: messages.rowPreview.replaceAnnotationsOnly },
          ]}
        />
        <Select
          label={messages.rowPreview.valuesThatDontFit}
          allowDeselect={false}
          value={choices.refused}
          onChange={value => change({ refused: value as RowChoices['refused'] })}
          data={[
            { value: 'row', label: messages.rowPreview.leaveOutTheRow },
            { value: 'value', label: messages.rowPreview.leaveOutTheValue },
          ]}
        />
        {named ? undefined : (
          <TextInput
            label={messages.rowPreview.namesBeginWith}
            value={choices.prefix}
            error={nameProblem}
            onChange={event => change({ prefix: event.currentTarget.value })}
          />
        )}
        <Switch
          label={messages.rowPreview.attachTheWholeRow}
          description={messages.rowPreview.itsFieldsAreThere}
          checked={choices.whole_row}
          onChange={event => change({ whole_row: event.currentTarget.checked })}
        />
      </div>
      <Counts report={report} choices={choices} />
      {report.faults.map(each => (
        <Text key={each} role="alert" size="sm" c="var(--loupe-danger)">
          {each}
        </Text>
      ))}
      {report.notes.map(each => (
        <Text key={each} size="sm" c="var(--loupe-muted)">
          {each}
        </Text>
      ))}
      <Group justify="space-between">
        <Segments
          aria-label={messages.rowPreview.shown}
          value={shown}
          onChange={value => setShown(value as typeof shown)}
          data={[
            { value: 'rows', label: messages.shared.firstRows },
            { value: 'problems', label: messages.rowPreview.problemsProblemCount(report.problemCount) },
          ]}
        />
        {report.problemCount > 0 ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            disabled={waits}
            onClick={onReport}
          >
            {messages.rowPreview.downloadReport}
          </Button>
        ) : undefined}
      </Group>
      {shown === 'rows' ? (
        <PreviewTable report={report} targets={choices.mapping} />
      ) : report.problemCount === 0 ? (
        <Text c="var(--loupe-muted)">{messages.rowPreview.everyRowFits}</Text>
      ) : (
        <Findings
          title={messages.rowPreview.problems}
          list={report.problems.map(({ row, column, reason }) => ({
            path: messages.rowPreview.row(row, column === '' ? '' : `, ${column}`),
            message: reason,
          }))}
          count={report.problemCount}
        />
      )}
      <Group justify="flex-end" gap="xs">
        {count <= 0 && report.faults.length === 0 ? (
          <Text c="var(--loupe-muted)" mr="auto">
            {messages.rowPreview.thereIsNothingToImport}
          </Text>
        ) : undefined}
        <Button variant="default" onClick={onBack}>
          {messages.shared.chooseAnotherFile}
        </Button>
        <Button
          loading={starting.isPending}
          disabled={waits || count <= 0 || report.faults.length > 0 || (!named && nameProblem !== undefined)}
          leftSection={<Icon name="upload" size={14} />}
          onClick={() => start()}
        >
          {messages.rowPreview.importName(count > 0 ? count.toLocaleString('en') : '')}
        </Button>
      </Group>
    </Stack>
  );
}

function Counts({ report, choices }: { readonly report: RowReport; readonly choices: RowChoices }): JSX.Element {
  const { created, present, refused, repeated, beyond, folders, folderCount, categories, categoryCount } = report;
  const list = (names: readonly string[], all: number): string =>
    `${names.slice(0, 5).join(', ')}${all > 5 ? ' …' : ''}`;
  const lines = (
    [
      [created, created === 1 ? messages.rowPreview.newItem : messages.rowPreview.newItems, ''],
      [
        present,
        choices.existing === 'skip'
          ? messages.rowPreview.thereAlreadySkipped
          : messages.rowPreview.thereAlreadyReplaced,
        '',
      ],
      [refused, refused === 1 ? messages.rowPreview.rowDoesntFit : messages.rowPreview.rowsDontFit, ''],
      [repeated, repeated === 1 ? messages.rowPreview.nameTwice : messages.rowPreview.namesTwice, ''],
      [beyond, messages.rowPreview.beyondTheQuota, ''],
      [
        folderCount,
        folderCount === 1 ? messages.rowPreview.newFolder : messages.rowPreview.newFolders,
        list(folders, folderCount),
      ],
      [
        categoryCount,
        categoryCount === 1 ? messages.rowPreview.newCategory : messages.rowPreview.newCategories,
        list(categories, categoryCount),
      ],
    ] as const
  ).filter(([number], at) => number > 0 || at === 0);
  return (
    <div className={classes['counts']} role="status" aria-label={messages.rowPreview.whatWouldHappen}>
      {lines.map(([number, text, names]) => (
        <span key={text} title={names}>
          <b>{number.toLocaleString('en')}</b> {text}
          {names === '' ? '' : ` (${names})`}
        </span>
      ))}
    </div>
  );
}
