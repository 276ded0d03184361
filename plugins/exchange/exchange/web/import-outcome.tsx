import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { importStates } from '../common/import-api.ts';
import { Findings } from './findings.tsx';
import { resultLines, undoLines } from './import-lines.ts';
import { messages } from './messages.ts';

/** The end of an import or of its undo: what it did, what it could not do and why. */
export function ImportOutcome({
  record,
  onClose,
  onUndo,
  children,
}: {
  readonly record: ImportRecord;
  readonly onClose: () => void;
  readonly onUndo: () => Promise<void>;
  readonly children: ReactNode;
}): JSX.Element {
  const { result, undo_result: undone } = record;
  const isUndone = record.status === importStates.undone && undone !== null;
  const lines = isUndone ? undoLines(undone) : result === null ? [] : resultLines(result);
  const problems = isUndone ? undone.keptCount : (result?.failedCount ?? 0);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Icon name={problems === 0 ? 'approved' : 'warning'} />
        <Text fw={500}>
          {isUndone
            ? problems === 0
              ? messages.importOutcome.importUndone
              : messages.importOutcome.importUndoneExcept
            : problems === 0
              ? messages.shared.imported
              : messages.importOutcome.importedWithErrors}
        </Text>
      </Group>
      {lines.length === 0 ? (
        <Text>{messages.importOutcome.nothingWasChanged}</Text>
      ) : (
        <List>
          {lines.map(each => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      )}
      {record.error === null ? undefined : <Text role="alert">{record.error.message}</Text>}
      {isUndone ? (
        <Findings title={messages.importOutcome.leftUnchanged} list={undone.kept} count={undone.keptCount} />
      ) : (
        <>
          <Findings title={messages.shared.failed} list={result?.failed ?? []} count={problems} />
          <Findings
            title={messages.importOutcome.notes}
            list={(result?.warnings ?? []).slice(0, 100).map(message => ({ path: '', message }))}
            count={result?.warnings.length ?? 0}
          />
        </>
      )}
      <Group justify="flex-end" gap="xs">
        {isUndone ? undefined : (
          <Button variant="default" mr="auto" onClick={() => void onUndo()}>
            {messages.shared.undoImport}
          </Button>
        )}
        {children}
        <Button onClick={onClose} data-autofocus>
          {messages.shared.close}
        </Button>
      </Group>
    </Stack>
  );
}
