import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { TestOutcome } from '../../common/tests-api.ts';
import { messages } from '../messages.ts';
import { ScrolledText } from '../scrolled-text.tsx';

/** The outcome of code for one input: differences, result, changes, log, time, memory and the place of an error. */
export function TestResult({
  outcome,
  onAccept,
}: {
  readonly outcome: TestOutcome;
  readonly onAccept: () => void;
}): JSX.Element {
  const { differences, value, writes, error, log, duration_ms, memory_mb } = outcome;
  return (
    <Stack gap="xs" component="section" aria-label={messages.testResult.result(outcome.name)}>
      <Group justify="space-between">
        <Text fw={600}>{messages.testResult.result(outcome.name)}</Text>
        <Text size="sm" c="var(--loupe-muted)">
          {messages.testResult.took(duration_ms, memory_mb)}
        </Text>
      </Group>
      {differences.length === 0 ? undefined : (
        <List size="sm" c="var(--loupe-danger)">
          {differences.map(each => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      )}
      {error === null || error.stack === null ? undefined : (
        <ScrolledText name={messages.runDetails.stack} text={error.stack} />
      )}
      {error === null ? (
        <ScrolledText name={messages.runDetails.output} text={JSON.stringify({ value, writes }, undefined, 2)} />
      ) : undefined}
      {log === '' ? undefined : (
        <details>
          <summary>{messages.shared.log}</summary>
          <ScrolledText name={messages.shared.log} text={log} />
        </details>
      )}
      {error === null && outcome.passed !== true ? (
        <Group>
          <Button size="compact-sm" variant="default" onClick={onAccept}>
            {messages.testResult.expectThis}
          </Button>
        </Group>
      ) : undefined}
    </Stack>
  );
}
