import { Button, Skeleton, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { ErrorPanel, longDate, Modal, toastError } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

interface VersionListProps {
  readonly opened: boolean;
  readonly versions: UseQueryResult<
    readonly { readonly version: number; readonly author: string; readonly createdAt: string }[]
  >;
  /** Loads a version into the editor; what it throws is shown. */
  readonly onLoad: (number: number) => Promise<void>;
  readonly onClose: () => void;
}

/** A dialog of the versions of something, each with a button that loads it. */
export function VersionList({ opened, versions, onLoad, onClose }: VersionListProps): JSX.Element {
  const addressOf = useAddressOf();
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.versions} size="lg">
      {versions.error === null ? undefined : (
        <ErrorPanel error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {versions.isPending ? <Skeleton h={120} /> : undefined}
      <Table layout="fixed">
        <Table.Tbody>
          {versions.data?.map(each => (
            <Table.Tr key={each.version}>
              <Table.Td w={110}>
                <Text fw={500}>{messages.versionList.version(each.version)}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" truncate title={addressOf(each.author)}>
                  {addressOf(each.author)}
                </Text>
              </Table.Td>
              <Table.Td w={180}>
                <Text size="sm" c="var(--loupe-muted)">
                  {longDate(each.createdAt)}
                </Text>
              </Table.Td>
              <Table.Td w={90}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={messages.versionList.loadVersion(each.version)}
                  onClick={() => void onLoad(each.version).catch(toastError)}
                >
                  {messages.versionList.load}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
