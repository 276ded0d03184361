import { Alert, Stack, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { WorkflowImpact } from '../common/change-api.ts';
import type { StatusMove } from '../common/status-moves.ts';
import { lostStatuses } from './lost-statuses.ts';
import { messages } from './messages.ts';
import { itemsText } from './usage-text.ts';

interface ImpactPanelProps {
  readonly impact: WorkflowImpact;
  /** Statuses items can go to. */
  readonly targets: readonly { readonly value: number; readonly name: string }[];
  readonly moves: readonly StatusMove[];
  readonly onMoves: (moves: readonly StatusMove[]) => void;
}

/**
 * Shows the effects of a workflow on items and people of projects; asks where items of statuses go that it does not
 * have.
 */
export function ImpactPanel({ impact, targets, moves, onMoves }: ImpactPanelProps): JSX.Element {
  const lost = lostStatuses(impact);
  const people = impact.projects.flatMap(project => project.roles.map(role => ({ project: project.name, ...role })));
  return (
    <Stack gap="md">
      {lost.length === 0 ? (
        <Text>{messages.impactPanel.noItemHasToMove}</Text>
      ) : (
        <Stack gap="xs">
          <Text fw={600}>{messages.impactPanel.whereDoTheseItemsGo}</Text>
          {lost.map(each => (
            <Select
              key={each.value}
              label={`${each.name}: ${itemsText(each.items)}${impact.projects.length > 1 ? messages.impactPanel.inProjects(each.projects) : ''}`}
              placeholder={messages.impactPanel.chooseAStatus}
              allowDeselect={false}
              data={targets.map(target => ({ value: String(target.value), label: target.name }))}
              value={moves.find(move => move.from === each.value)?.to.toString() ?? null}
              onChange={to => {
                if (to !== null)
                  onMoves([...moves.filter(move => move.from !== each.value), { from: each.value, to: Number(to) }]);
              }}
            />
          ))}
        </Stack>
      )}
      {people.length === 0 ? undefined : (
        <Alert p="xs" color="yellow" title={messages.impactPanel.peopleWhoLoseTheirRole}>
          {people.map(each => (
            <Text key={`${each.project} ${each.id}`} size="sm">
              {messages.impactPanel.theySeePinnedItemsOnly(
                each.project,
                each.name,
                [
                  each.people > 0 ? `${each.people} ${each.people === 1 ? 'person' : 'people'}` : '',
                  each.groups > 0 ? `${each.groups} ${each.groups === 1 ? 'group' : 'groups'}` : '',
                ]
                  .filter(text => text !== '')
                  .join(' and '),
              )}
            </Text>
          ))}
        </Alert>
      )}
      <Table layout="fixed" aria-label={messages.shared.projects}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.impactPanel.project}</Table.Th>
            <Table.Th w={80}>{messages.impactPanel.items}</Table.Th>
            <Table.Th>{messages.impactPanel.toMove}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {impact.projects.map(project => {
            const going = project.statuses.filter(each => !each.kept);
            return (
              <Table.Tr key={project.id}>
                <Table.Td>
                  <Text truncate title={project.name}>
                    {project.name}
                  </Text>
                </Table.Td>
                <Table.Td>{project.items.toLocaleString('en')}</Table.Td>
                <Table.Td>
                  {going.length === 0
                    ? messages.shared.none
                    : going
                        .map(each => messages.impactPanel.itemsIn(each.items.toLocaleString('en'), each.name))
                        .join(', ')}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
