import { Button, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, EmptyState, ErrorPanel, Icon, RowMenu, shortDate, toast, toastError } from '#core/ui/web/index.ts';
import type { Credential } from '../../common/model.ts';
import { providerOf } from '../../common/provider.ts';
import { CredentialDialog } from '../credential-dialog.tsx';
import { ModelsClient } from '../models-client.ts';

interface TabProps {
  readonly creating: boolean;
  readonly onCreate: (opened: boolean) => void;
}

const look = ({
  check_passed: passed,
}: Credential): { readonly icon: string; readonly color: string; readonly text: string } =>
  passed === null
    ? { icon: 'minus', color: 'var(--loupe-muted)', text: 'Not checked' }
    : passed
      ? { icon: 'check', color: 'var(--loupe-success)', text: 'Works' }
      : { icon: 'warning', color: 'var(--loupe-danger)', text: 'Failed' };

/** Keys of providers. They are written here, and never shown again. */
export function CredentialsTab({ creating, onCreate }: TabProps): JSX.Element {
  const { api } = useService(ModelsClient);
  const queries = useQueryClient();
  const team = useTeam();
  const [edited, setEdited] = useState<Credential>();
  const list = useQuery({
    queryKey: ['models', 'credentials', team.id],
    queryFn: async () => (await api.listCredentials()).credentials,
  });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['models'] });
  const close = (): void => {
    onCreate(false);
    setEdited(undefined);
  };
  const check = async (each: Credential): Promise<void> => {
    try {
      const { ok, message } = await api.checkCredential({ params: { credential_id: each.id } });
      toast(message, { tone: ok ? 'success' : 'error' });
      await refresh();
    } catch (error) {
      toastError(error);
    }
  };
  const remove = async (each: Credential): Promise<void> => {
    if (
      !(await confirm({
        title: 'Delete credential',
        text: `${each.name} and its key are removed. This can’t be undone.`,
        action: 'Delete',
        danger: true,
      }))
    )
      return;
    try {
      await api.deleteCredential({ params: { credential_id: each.id } });
      toast(`${each.name} is deleted.`, { tone: 'success' });
      await refresh();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      {list.error !== null && list.data === undefined ? (
        <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
      ) : undefined}
      {list.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
      {list.data?.length === 0 ? (
        <EmptyState
          icon="lock"
          text="No provider is connected yet. Enter the key of one, or the address of a server of your own; then make models with it."
        >
          <Button onClick={() => onCreate(true)}>New credential</Button>
        </EmptyState>
      ) : undefined}
      {list.data === undefined || list.data.length === 0 ? undefined : (
        <Table highlightOnHover layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th w={170}>Provider</Table.Th>
              <Table.Th>Address</Table.Th>
              <Table.Th w={90}>Key</Table.Th>
              <Table.Th w={160}>Last check</Table.Th>
              <Table.Th w={180}>Creator</Table.Th>
              <Table.Th w={44} aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.data.map(each => (
              <Table.Tr key={each.id}>
                <Table.Td>
                  <Text size="sm" fw={500} truncate title={each.name}>
                    {each.name}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" truncate>
                    {providerOf(each.provider)?.title ?? each.provider}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" truncate title={each.base_url}>
                    {each.base_url}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)">
                    {each.has_key ? 'Sealed' : 'None'}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c={look(each).color} truncate>
                    <Icon name={look(each).icon} size={13} /> {look(each).text}
                    {each.checked_at === null ? '' : `, ${shortDate(each.checked_at)}`}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" truncate title={each.creator}>
                    {each.creator}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <RowMenu of={each.name}>
                    <Menu.Item leftSection={<Icon name="check" />} onClick={() => void check(each)}>
                      Check
                    </Menu.Item>
                    <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setEdited(each)}>
                      Edit
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<Icon name="trash" />}
                      c="var(--loupe-danger)"
                      onClick={() => void remove(each)}
                    >
                      Delete
                    </Menu.Item>
                  </RowMenu>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <CredentialDialog
        opened={creating || edited !== undefined}
        credential={edited}
        onClose={close}
        onSaved={saved => {
          close();
          void refresh();
          toast(`${saved.name} is saved.`, { tone: 'success' });
        }}
      />
    </>
  );
}
