import { Button, Skeleton, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { ErrorPanel, longDate, Modal, toastError } from '#core/ui/web/index.ts';
import { TextDifference } from './code/text-difference.tsx';
import { messages } from './messages.ts';

interface VersionListProps {
  readonly opened: boolean;
  readonly versions: UseQueryResult<
    readonly { readonly version: number; readonly author: string; readonly createdAt: string }[]
  >;
  /** Loads a version into the editor; what it throws is shown. */
  readonly onLoad: (number: number) => Promise<void>;
  /** Text of what is in the editor, and of a version; absent where they are not compared. */
  readonly texts?: { readonly now: string; readonly of: (number: number) => Promise<string> };
  readonly onClose: () => void;
}

/** A dialog of the versions of something, each with a button that loads it. */
export function VersionList({ opened, versions, onLoad, texts, onClose }: VersionListProps): JSX.Element {
  const addressOf = useAddressOf();
  const [compared, setCompared] = useState<{ readonly version: number; readonly text: string }>();
  const compare = async (version: number): Promise<void> => setCompared({ version, text: await texts!.of(version) });
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.versions} size="xl">
      {versions.error === null ? undefined : (
        <ErrorPanel error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {versions.isPending ? <Skeleton h={120} /> : undefined}
      <Table layout="fixed">
        <Table.Tbody>
          {versions.data?.map(each => (
            <Table.Tr key={each.version}>
              <Table.Td w={110}>
                <Text size="sm" fw={500}>
                  {messages.versionList.version(each.version)}
                </Text>
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
              {texts === undefined ? undefined : (
                <Table.Td w={110} ta="right">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={messages.versionList.compareVersion(each.version)}
                    aria-pressed={compared?.version === each.version}
                    onClick={() => void compare(each.version).catch(toastError)}
                  >
                    {messages.versionList.compare}
                  </Button>
                </Table.Td>
              )}
              <Table.Td w={90} ta="right">
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
      {compared === undefined || texts === undefined ? undefined : compared.text === texts.now ? (
        <Text c="var(--loupe-muted)" pt="sm">
          {messages.versionList.same(compared.version)}
        </Text>
      ) : (
        <section aria-label={messages.versionList.changesSince(compared.version)}>
          <Text fw={600} py="xs">
            {messages.versionList.changesSince(compared.version)}
          </Text>
          <TextDifference
            key={compared.version}
            language="plaintext"
            before={compared.text}
            after={texts.now}
            name={messages.versionList.changesSince(compared.version)}
            beforeName={messages.versionList.version(compared.version)}
            afterName={messages.versionList.now}
          />
        </section>
      )}
    </Modal>
  );
}
