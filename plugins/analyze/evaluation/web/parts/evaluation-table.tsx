import { ActionIcon, Loader, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, Icon, shortDate, toastError, Tooltip } from '#core/ui/web/index.ts';
import { Section } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { EvaluationLine } from '../../common/evaluation-shapes.ts';
import { EvaluationClient } from '../evaluation-client.ts';
import classes from '../evaluation.module.css';
import { figureText } from '../figure-text.ts';
import { messages, taskTitles } from '../messages.ts';
import { listed } from './listed.ts';
import { NameCell } from './name-cell.tsx';
import type { Column } from './scrolled-table.tsx';
import { ScrolledTable } from './scrolled-table.tsx';

const COLUMNS: readonly Column[] = [
  { title: messages.evaluationTable.compared },
  { title: messages.evaluationTable.against },
  { title: messages.evaluationTable.kind },
  { title: messages.shared.items, number: true },
  { title: messages.shared.map, number: true },
  { title: messages.evaluationTable.bestF1, number: true },
  { title: messages.shared.created },
  { title: messages.shared.actions, hidden: true },
];

interface EvaluationTableProps {
  readonly evaluations: readonly EvaluationLine[];
  readonly onOpen: (id: number) => void;
  readonly onChanged: () => void;
}

/** The evaluations of a project with their main figures. */
export function EvaluationTable({ evaluations, onOpen, onChanged }: EvaluationTableProps): JSX.Element {
  const { api } = useService(EvaluationClient);
  const remove = async (line: EvaluationLine): Promise<void> => {
    const running = line.state === 'running';
    const isSure = await confirm({
      title: running ? messages.evaluationTable.stopTitle : messages.evaluationTable.deleteTitle,
      text: running ? messages.evaluationTable.stopText : messages.evaluationTable.deleteText,
      action: running ? messages.evaluationTable.stop : messages.shared.delete,
      danger: true,
    });
    if (!isSure) return;
    await api.deleteEvaluation({ params: { project_id: line.project_id, evaluation_id: line.id } });
    onChanged();
  };
  return (
    <Section title={messages.evaluationTable.evaluations} loaded={listed(evaluations)}>
      {rows =>
        rows.length === 0 ? (
          <Text size="sm" c="var(--loupe-muted)" py="sm">
            {messages.evaluationTable.noneYet}
          </Text>
        ) : (
          <ScrolledTable label={messages.evaluationTable.tableOfEvaluations} columns={COLUMNS}>
            {rows.map(line => (
              <Table.Tr key={line.id}>
                <NameCell name={line.subject} error={line.error} onOpen={() => onOpen(line.id)} />
                <Table.Td>{line.reference ?? messages.shared.annotations}</Table.Td>
                <Table.Td>{taskTitles[line.task]}</Table.Td>
                <Table.Td className={classes['number']}>
                  {line.state === 'running' ? (
                    <Loader size={14} role="img" aria-label={messages.evaluationTable.running} />
                  ) : (
                    (line.items?.toLocaleString('en') ?? '–')
                  )}
                </Table.Td>
                <Table.Td className={classes['number']}>{figureText(line.ap)}</Table.Td>
                <Table.Td className={classes['number']}>{figureText(line.f1)}</Table.Td>
                <Table.Td>{shortDate(line.createdAt)}</Table.Td>
                <Table.Td className={classes['number']}>
                  <Tooltip label={line.state === 'running' ? messages.evaluationTable.stop : messages.shared.delete}>
                    <ActionIcon
                      aria-label={messages.evaluationTable.deleteSubject(line.subject)}
                      onClick={() => void remove(line).catch(toastError)}
                    >
                      <Icon name={line.state === 'running' ? 'close' : 'trash'} />
                    </ActionIcon>
                  </Tooltip>
                </Table.Td>
              </Table.Tr>
            ))}
          </ScrolledTable>
        )
      }
    </Section>
  );
}
