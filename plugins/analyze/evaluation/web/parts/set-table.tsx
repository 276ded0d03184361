import { ActionIcon, Button, Loader, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, Icon, shortDate, toastError, Tooltip } from '#core/ui/web/index.ts';
import { Section } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { PredictionSet } from '../../common/prediction-shapes.ts';
import { EvaluationClient } from '../evaluation-client.ts';
import classes from '../evaluation.module.css';
import { messages } from '../messages.ts';
import { listed } from './listed.ts';
import { NameCell } from './name-cell.tsx';
import type { Column } from './scrolled-table.tsx';
import { ScrolledTable } from './scrolled-table.tsx';

const COLUMNS: readonly Column[] = [
  { title: messages.shared.name },
  { title: messages.shared.model },
  { title: messages.shared.version },
  { title: messages.shared.items, number: true },
  { title: messages.shared.objects, number: true },
  { title: messages.shared.created },
  { title: messages.shared.actions, hidden: true },
];

interface SetTableProps {
  readonly sets: readonly PredictionSet[];
  readonly onLook: (id: number) => void;
  readonly onEvaluate: (id: number) => void;
  readonly onChanged: () => void;
}

/** The prediction sets of a project. */
export function SetTable({ sets, onLook, onEvaluate, onChanged }: SetTableProps): JSX.Element {
  const { api } = useService(EvaluationClient);
  const remove = async (set: PredictionSet): Promise<void> => {
    const isSure = await confirm({
      title: messages.setTable.deleteTitle(set.name),
      text: messages.setTable.deleteText,
      action: messages.shared.delete,
      danger: true,
    });
    if (!isSure) return;
    await api.deletePredictionSet({ params: { project_id: set.project_id, prediction_set_id: set.id } });
    onChanged();
  };
  return (
    <Section title={messages.setTable.predictions} loaded={listed(sets)}>
      {rows => (
        <ScrolledTable label={messages.setTable.tableOfPredictions} columns={COLUMNS}>
          {rows.map(set => (
            <Table.Tr key={set.id}>
              <NameCell name={set.name} error={set.error} onOpen={() => onLook(set.id)}>
                {set.state !== 'preview' ? undefined : (
                  <Text size="xs" c="var(--loupe-muted)">
                    {messages.setTable.notKept}
                  </Text>
                )}
              </NameCell>
              <Table.Td>{set.model}</Table.Td>
              <Table.Td>{set.version}</Table.Td>
              <Table.Td className={classes['number']}>
                {set.state === 'reading' ? (
                  <Loader size={14} role="img" aria-label={messages.setTable.reading} />
                ) : (
                  (set.report?.matched.toLocaleString('en') ?? '–')
                )}
              </Table.Td>
              <Table.Td className={classes['number']}>{set.report?.objects.toLocaleString('en') ?? '–'}</Table.Td>
              <Table.Td>{shortDate(set.createdAt)}</Table.Td>
              <Table.Td>
                <div className={classes['actions']}>
                  {set.state === 'ready' ? (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={messages.setTable.evaluateName(set.name)}
                      onClick={() => onEvaluate(set.id)}
                    >
                      {messages.shared.evaluate}
                    </Button>
                  ) : undefined}
                  {set.state === 'preview' ? (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={messages.setTable.lookAt(set.name)}
                      onClick={() => onLook(set.id)}
                    >
                      {messages.setTable.look}
                    </Button>
                  ) : undefined}
                  <Tooltip label={messages.shared.delete}>
                    <ActionIcon
                      aria-label={messages.setTable.deleteName(set.name)}
                      onClick={() => void remove(set).catch(toastError)}
                    >
                      <Icon name="trash" />
                    </ActionIcon>
                  </Tooltip>
                </div>
              </Table.Td>
            </Table.Tr>
          ))}
        </ScrolledTable>
      )}
    </Section>
  );
}
