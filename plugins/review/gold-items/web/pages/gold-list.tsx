import { ActionIcon, Anchor, Button, Table, Title } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, Icon, Tooltip } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { GoldReport } from '../../common/api.ts';
import { GoldClient } from '../gold-client.ts';
import classes from '../gold.module.css';
import { messages } from '../messages.ts';

/** The items that are gold, with the number of copies that people got of each. */
export function GoldList({ report }: { readonly report: GoldReport }): JSX.Element {
  const project = useProject();
  const gold = useService(GoldClient);
  const place = `/t/${project.team_id}/p/${project.id}`;
  return (
    <section className={classes['section']}>
      <Title order={2} mb="xs">
        {messages.goldPage.goldItems}
      </Title>
      {report.gold.length === 0 ? (
        <EmptyState icon="star" text={messages.goldPage.noGold}>
          <Button component={Link} to={`${place}/data`} variant="default">
            {messages.goldPage.toData}
          </Button>
        </EmptyState>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.goldPage.item}</Table.Th>
              <Table.Th>{messages.goldPage.given}</Table.Th>
              <Table.Th w={40} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.gold.map(each => (
              <Table.Tr key={each.item_id}>
                <Table.Td>
                  <Anchor component={Link} to={`${place}/item/${each.item_id}`}>
                    {each.name}
                  </Anchor>
                </Table.Td>
                <Table.Td className={classes['number']}>{each.given.toLocaleString('en')}</Table.Td>
                <Table.Td>
                  <Tooltip label={messages.shared.removeMark}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={messages.goldPage.remove(each.name)}
                      onClick={() => void gold.mark(project.id, [each.item_id], false)}
                    >
                      <Icon name="close" size={14} />
                    </ActionIcon>
                  </Tooltip>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
