import { Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { StatusChip } from '#core/ui/web/index.ts';
import type { RightView } from '../common/api.ts';
import type { RoleNames } from '../common/rule-text.ts';
import { ruleText } from '../common/rule-text.ts';
import { messages } from './messages.ts';

/** `CreateProject` in words: "Create project". */
export const actionWords = (action: string): string => {
  const text = action
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\bsdk\b/g, 'SDK');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Actions with the answer and the reason, by area. */
export function RightsTable({
  rights,
  roles,
}: {
  readonly rights: readonly RightView[];
  readonly roles: RoleNames;
}): JSX.Element {
  const areas = [...new Set(rights.map(each => each.area))];
  return (
    <Table aria-label={messages.rightsTable.rights} stickyHeader>
      <Table.Thead bg="var(--loupe-page)">
        <Table.Tr>
          <Table.Th>{messages.rightsTable.action}</Table.Th>
          <Table.Th w={140}>{messages.rightsTable.may}</Table.Th>
          <Table.Th>{messages.rightsTable.because}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      {areas.map(area => (
        <Table.Tbody key={area}>
          <Table.Tr>
            <Table.Th colSpan={3} scope="rowgroup" pt="md">
              {area}
            </Table.Th>
          </Table.Tr>
          {rights
            .filter(each => each.area === area)
            .map(({ action, allowed, rule }) => (
              <Table.Tr key={action} h={36}>
                <Table.Td>
                  <Text title={action}>{actionWords(action)}</Text>
                </Table.Td>
                <Table.Td>
                  <StatusChip
                    label={allowed ? messages.rightsTable.allowed : messages.rightsTable.denied}
                    color={allowed ? 'var(--loupe-success)' : 'var(--loupe-muted)'}
                  />
                </Table.Td>
                <Table.Td>{ruleText(rule, allowed, roles)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      ))}
    </Table>
  );
}
