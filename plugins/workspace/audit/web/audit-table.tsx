import { Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { StatusChip, Time } from '#core/ui/web/index.ts';
import { actionText, detailsText } from '../common/action-text.ts';
import type { AuditEntryView } from '../common/api.ts';
import { messages } from './messages.ts';

const OUTCOMES = {
  done: { label: messages.auditLog.done, color: 'var(--loupe-success)' },
  denied: { label: messages.auditLog.denied, color: 'var(--loupe-warning)' },
  failed: { label: messages.auditLog.failed, color: 'var(--loupe-danger)' },
} as const;

/** The kind of credential, where it was not a browser session. */
function credentialText(credential: string): string | undefined {
  if (credential === 'sdk') return messages.auditLog.byToken;
  return credential === 'job' ? messages.auditLog.byJob : undefined;
}

/** Entries of the audit log. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntryView[] }): JSX.Element {
  const addressOf = useAddressOf();
  return (
    <Table aria-label={messages.pages.title} layout="fixed" stickyHeader>
      <Table.Thead bg="var(--loupe-page)">
        <Table.Tr>
          <Table.Th w={110}>{messages.auditLog.time}</Table.Th>
          <Table.Th w={200}>{messages.auditLog.by}</Table.Th>
          <Table.Th w={200}>{messages.auditLog.action}</Table.Th>
          <Table.Th>{messages.auditLog.details}</Table.Th>
          <Table.Th w={110}>{messages.auditLog.outcome}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(entry => (
          <Table.Tr key={entry.id} h={48}>
            <Table.Td>
              <Time iso={entry.at} />
            </Table.Td>
            <Table.Td>
              <Text style={{ overflowWrap: 'anywhere' }}>
                {entry.by === '' ? messages.auditLog.nobody : addressOf(entry.by)}
              </Text>
              <Text size="sm" c="var(--loupe-muted)">
                {[credentialText(entry.credential), entry.address].filter(Boolean).join(', ')}
              </Text>
            </Table.Td>
            <Table.Td>{actionText(entry.action)}</Table.Td>
            <Table.Td>
              <Text size="sm" truncate title={detailsText(entry.details)}>
                {detailsText(entry.details)}
              </Text>
            </Table.Td>
            <Table.Td>
              <StatusChip {...OUTCOMES[entry.outcome]} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
