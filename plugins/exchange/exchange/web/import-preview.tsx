import { Button, Group, List, Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Icon, Segments, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import type { ImportChoices, ImportReading, ImportRecord } from '../common/import-api.ts';
import { forecastOf } from '../common/import-forecast.ts';
import { ClassTable } from './class-table.tsx';
import { Findings } from './findings.tsx';
import { kindTitles, previewLines, thingOf } from './import-lines.ts';
import { messages } from './messages.ts';
import { ReadAs } from './read-as.tsx';

/** Kinds whose classes are wanted without objects, too: they describe a project. */
const lists: ReadonlySet<string> = new Set(['archive', 'classes']);

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
    unused_classes: lists.has(report.kind),
    classes: [],
  });
  const starting = useMutation({ mutationFn: () => onStart(choices), onError: toastError });
  const start = useOnceAtATime(starting);
  const lines = previewLines(report, choices);
  const forecast = forecastOf(report, choices);
  // Annotated items count although they are left as they are: choosing to replace them is part of this screen.
  const nothing = forecast.created + report.annotated + forecast.itemsCreated + forecast.classesCreated === 0;
  return (
    <Stack gap="md">
      <Text>
        {kindTitles[report.kind]}{' '}
        <Text span c="var(--loupe-muted)">
          {record.name}
        </Text>
      </Text>
      <ReadAs record={record} onChange={onReadAs} />
      {lines.length === 0 ? undefined : (
        <List>
          {lines.map(each => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      )}
      <ClassTable report={report} choices={choices} onChange={setChoices} />
      {report.annotated > 0 ? (
        <Group gap="sm">
          <Text>{messages.importPreview.annotatedItems}</Text>
          <Segments
            aria-label={messages.importPreview.annotatedItems}
            value={choices.conflicts}
            onChange={value => setChoices({ ...choices, conflicts: value })}
            data={[
              { value: 'skip', label: messages.importPreview.keep },
              { value: 'replace', label: messages.importPreview.replace },
            ]}
          />
        </Group>
      ) : undefined}
      {report.may.classes || report.classes.every(each => each.match !== null) ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.importPreview.youDontHaveTheRight}
        </Text>
      )}
      {report.itemsToCreate > 0 ? (
        <Switch
          label={messages.importPreview.createItemsFromTheThing(thingOf(report.kind))}
          disabled={!report.may.items}
          checked={choices.create_items}
          onChange={event => setChoices({ ...choices, create_items: event.currentTarget.checked })}
        />
      ) : undefined}
      <Findings title={messages.importPreview.problems} list={report.findings} count={report.findingCount} />
      <Findings
        title={messages.importPreview.changedOrLeftOut}
        list={report.losses.map(message => ({ path: '', message }))}
        count={report.losses.length}
      />
      <Group justify="flex-end" gap="xs">
        {nothing ? (
          <Text c="var(--loupe-muted)" mr="auto">
            {messages.importPreview.thereIsNothingToImport}
          </Text>
        ) : undefined}
        <Button variant="default" onClick={onBack}>
          {messages.importPreview.chooseOtherFiles}
        </Button>
        <Button
          loading={starting.isPending}
          disabled={nothing}
          leftSection={<Icon name="upload" size={14} />}
          onClick={() => start()}
          data-autofocus
        >
          {messages.importPreview.import}
        </Button>
      </Group>
    </Stack>
  );
}
