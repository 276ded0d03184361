import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { ImportRecord, ImportResult } from '../common/import-api.ts';
import { Findings } from './findings.tsx';

/** What an import did, in one sentence a kind. */
function sentences({ created, replaced, skipped, itemsCreated, classesCreated }: ImportResult): readonly string[] {
  const told = [
    [created, 'annotated', 'item'],
    [replaced, 'replaced in', 'item'],
    [skipped, 'left as they are:', 'item'],
    [itemsCreated, 'new', 'item'],
    [classesCreated, 'new', 'class'],
  ] as const;
  const texts = {
    annotated: (number: string): string => `${number} got annotations`,
    'replaced in': (number: string): string => `Annotations of ${number} were replaced`,
    'left as they are:': (number: string): string => `${number} left as they are`,
    new: (number: string): string => `${number} made`,
  };
  return told
    .filter(([count]) => count > 0)
    .map(([count, fate, noun]) =>
      texts[fate](`${count.toLocaleString('en')} ${count === 1 ? noun : noun === 'class' ? 'classes' : `${noun}s`}`),
    );
}

/** The end of an import: what it did, what it could not do and why. */
export function ImportOutcome({
  record,
  onClose,
  children,
}: {
  readonly record: ImportRecord;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): JSX.Element {
  const result = record.result!;
  const lines = sentences(result);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Icon name={result.failedCount === 0 ? 'approved' : 'warning'} />
        <Text fw={500}>{result.failedCount === 0 ? 'Imported' : 'Imported, with failures'}</Text>
      </Group>
      {lines.length === 0 ? (
        <Text>Nothing was changed.</Text>
      ) : (
        <List>
          {lines.map(each => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      )}
      <Findings title="Failed" list={result.failed} count={result.failedCount} />
      <Findings
        title="Notes"
        list={result.warnings.slice(0, 100).map(message => ({ path: '', message }))}
        count={result.warnings.length}
      />
      <Group justify="flex-end" gap="xs">
        {children}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
