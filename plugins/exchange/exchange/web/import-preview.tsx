import { Button, Group, Stack, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Icon, Segments, toastError } from '#core/ui/web/index.ts';
import { exchangeFormatIds, exchangeFormatOf, exchangeFormats, isTextFormat } from '../common/exchange/format-table.ts';
import type { ExchangeFormatId } from '../common/exchange/format-table.ts';
import { forecastOf } from '../common/import-api.ts';
import type { ImportChoices, ImportKind, ImportReading, ImportRecord, ImportReport } from '../common/import-api.ts';
import { Findings } from './findings.tsx';
import { ReadAs } from './read-as.tsx';

const KINDS: Readonly<Record<ImportKind, string>> = {
  archive: 'Archive',
  document: 'Annotation file',
  coco: 'COCO file',
  'coco-archive': 'COCO with pictures',
  classes: 'Class list',
  ...(Object.fromEntries(exchangeFormatIds.map(id => [id, exchangeFormats[id].title])) as Readonly<
    Record<ExchangeFormatId, string>
  >),
};
/** Names shown before "and n more". */
const NAMED = 8;

const named = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`;
const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** What items are made of. */
const thingOf = (kind: ImportKind): string =>
  exchangeFormatOf(kind) !== undefined && isTextFormat(kind as ExchangeFormatId) ? 'text' : 'picture';

/** What importing would do, line by line; only what there is to tell. */
function linesOf(report: ImportReport, choices: ImportChoices): readonly (readonly [string, string])[] {
  const { annotated, empty, creatableEmpty, itemsToCreate, missing, newClasses, existingClasses, newFolders } = report;
  const { created, failedCount } = forecastOf(report, choices);
  const lines: (readonly [string, string])[] = [];
  const thing = thingOf(report.kind);
  // One file of another tool may hold the annotations of many pictures.
  const source = exchangeFormatOf(report.kind) === undefined ? 'annotation file' : thing;
  if (created > 0) lines.push([count(created, 'item', 'items'), 'will be annotated']);
  if (annotated > 0)
    lines.push([
      count(annotated, 'item', 'items'),
      choices.conflicts === 'skip'
        ? 'with annotations already: left as they are'
        : 'with annotations already: replaced, the old ones stay as a version',
    ]);
  const nothing = empty + (choices.create_items ? creatableEmpty : 0);
  if (nothing > 0)
    lines.push([count(nothing, thing, `${thing}s`), nothing === 1 ? 'has no annotations' : 'have no annotations']);
  if (itemsToCreate > 0)
    lines.push([
      count(itemsToCreate, 'new item', 'new items'),
      choices.create_items ? `from the ${thing}s in the file` : 'are left out',
    ]);
  if (missing > 0)
    lines.push([
      count(missing, source, `${source}s`),
      missing === 1 ? 'has no item here and is left out' : 'have no item here and are left out',
    ]);
  const unreadable = failedCount - missing - (choices.create_items ? 0 : report.creatable);
  if (unreadable > 0)
    lines.push([
      count(unreadable, 'annotation file', 'annotation files'),
      `can’t be read and ${unreadable === 1 ? 'is' : 'are'} left out`,
    ]);
  if (newFolders.length > 0 && choices.create_items)
    lines.push([count(newFolders.length, 'new folder', 'new folders'), named(newFolders)]);
  if (newClasses.length > 0)
    lines.push([
      count(newClasses.length, 'new class', 'new classes'),
      choices.create_classes ? named(newClasses) : 'are left out; their objects have no class',
    ]);
  if (existingClasses > 0) lines.push([count(existingClasses, 'class', 'classes'), 'here already: left as they are']);
  return lines;
}

interface ImportPreviewProps {
  readonly record: ImportRecord;
  readonly onBack: () => void;
  readonly onReadAs: (reading: ImportReading) => Promise<void>;
  readonly onStart: (choices: ImportChoices) => Promise<void>;
}

/** The report of a file that was looked through, with the choices and the go. */
export function ImportPreview({ record, onBack, onReadAs, onStart }: ImportPreviewProps): JSX.Element {
  const report = record.report!;
  const [choices, setChoices] = useState<ImportChoices>({
    conflicts: 'skip',
    create_classes: report.may.classes,
    create_items: report.may.items,
  });
  const [busy, setBusy] = useState(false);
  const lines = linesOf(report, choices);
  const forecast = forecastOf(report, choices);
  // Annotated items count although they are left as they are: choosing to replace them is part of this screen.
  const nothing = forecast.created + report.annotated + forecast.itemsCreated + forecast.classesCreated === 0;
  const start = async (): Promise<void> => {
    setBusy(true);
    await onStart(choices).catch(toastError);
    setBusy(false);
  };
  return (
    <Stack gap="md">
      <Text>
        {KINDS[report.kind]}{' '}
        <Text span c="var(--loupe-muted)">
          {record.name}
        </Text>
      </Text>
      <ReadAs record={record} onChange={onReadAs} />
      {lines.length === 0 ? undefined : (
        <Table verticalSpacing={4}>
          <Table.Tbody>
            {lines.map(([what, fate]) => (
              <Table.Tr key={what + fate}>
                <Table.Td w={170} fw={500}>
                  {what}
                </Table.Td>
                <Table.Td>{fate}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {report.annotated > 0 ? (
        <Group gap="sm">
          <Text>Items with annotations</Text>
          <Segments
            aria-label="Items with annotations"
            value={choices.conflicts}
            onChange={value => setChoices({ ...choices, conflicts: value })}
            data={[
              { value: 'skip', label: 'Leave' },
              { value: 'replace', label: 'Replace' },
            ]}
          />
        </Group>
      ) : undefined}
      {report.newClasses.length > 0 ? (
        <Switch
          label="Create the new classes"
          description={report.may.classes ? undefined : 'You don’t have the right to create classes.'}
          disabled={!report.may.classes}
          checked={choices.create_classes}
          onChange={event => setChoices({ ...choices, create_classes: event.currentTarget.checked })}
        />
      ) : undefined}
      {report.itemsToCreate > 0 ? (
        <Switch
          label={`Make items of the ${thingOf(report.kind)}s`}
          disabled={!report.may.items}
          checked={choices.create_items}
          onChange={event => setChoices({ ...choices, create_items: event.currentTarget.checked })}
        />
      ) : undefined}
      <Findings title="What doesn’t fit" list={report.findings} count={report.findingCount} />
      <Findings
        title="What is changed or left out"
        list={report.losses.map(message => ({ path: '', message }))}
        count={report.losses.length}
      />
      <Group justify="flex-end" gap="xs">
        {nothing ? (
          <Text c="var(--loupe-muted)" mr="auto">
            There is nothing to import.
          </Text>
        ) : undefined}
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
        <Button
          loading={busy}
          disabled={nothing}
          leftSection={<Icon name="upload" size={14} />}
          onClick={() => void start()}
          data-autofocus
        >
          Import
        </Button>
      </Group>
    </Stack>
  );
}
