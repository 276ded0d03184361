import { Alert, Table, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { fileSize, Time } from '#core/ui/web/index.ts';
import type { SystemState } from '../common/api.ts';
import { messages } from './messages.ts';

/** Part of the disk below which a warning is shown. */
const LOW = 0.1;

/** Versions, memory, database and disk. */
export function SystemFigures({ system }: { readonly system: SystemState }): JSX.Element {
  const { database, disk } = system;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [messages.figures.version, system.version],
    [messages.figures.node, system.node],
    [messages.figures.running, <Time key="since" iso={system.startedAt} />],
    [messages.figures.memory, fileSize(system.memoryBytes)],
    [messages.figures.database, `${messages.figures.kinds[database.kind]} ${database.version}`],
    [messages.figures.databaseSize, fileSize(database.bytes)],
    [messages.figures.answer, messages.figures.milliseconds(database.answerMs)],
    [
      messages.figures.disk,
      disk === null
        ? messages.figures.diskUnknown
        : messages.figures.free(fileSize(disk.freeBytes), fileSize(disk.bytes)),
    ],
  ];
  return (
    <section aria-labelledby="state">
      <Title order={2} id="state" mb="xs">
        {messages.figures.state}
      </Title>
      {disk !== null && disk.freeBytes < disk.bytes * LOW ? (
        <Alert color="orange" mb="sm" maw={560}>
          {messages.figures.low}
        </Alert>
      ) : undefined}
      <Table variant="vertical" layout="fixed" maw={560} aria-labelledby="state">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={220}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
