import { ActionIcon, Anchor, Loader, Table, Text } from '@mantine/core';
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
          <div
            className={classes['scroll']}
            tabIndex={0}
            role="region"
            aria-label={messages.evaluationTable.tableOfEvaluations}
          >
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{messages.evaluationTable.compared}</Table.Th>
                  <Table.Th>{messages.evaluationTable.against}</Table.Th>
                  <Table.Th>{messages.evaluationTable.kind}</Table.Th>
                  <Table.Th className={classes['number']}>{messages.shared.items}</Table.Th>
                  <Table.Th className={classes['number']}>{messages.shared.map}</Table.Th>
                  <Table.Th className={classes['number']}>{messages.evaluationTable.bestF1}</Table.Th>
                  <Table.Th>{messages.shared.created}</Table.Th>
                  <Table.Th aria-label={messages.shared.actions} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(line => (
                  <Table.Tr key={line.id}>
                    <Table.Td>
                      <Anchor component="button" size="sm" fw={500} onClick={() => onOpen(line.id)}>
                        {line.subject}
                      </Anchor>
                      {line.error === null ? undefined : (
                        <Text size="xs" c="var(--loupe-danger)" role="alert">
                          {line.error}
                        </Text>
                      )}
                    </Table.Td>
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
                      <Tooltip
                        label={line.state === 'running' ? messages.evaluationTable.stop : messages.shared.delete}
                      >
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
              </Table.Tbody>
            </Table>
          </div>
        )
      }
    </Section>
  );
}
