import { Button, Menu, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useAddressOf, useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, Icon, RowMenu, shortDate, toast, toastError } from '#core/ui/web/index.ts';
import type { Credential } from '../../common/model.ts';
import { providerOf } from '../../common/provider.ts';
import { CredentialDialog } from '../credential-dialog.tsx';
import { messages } from '../messages.ts';
import { deleteRow } from './delete-row.ts';
import { EditItems } from './edit-items.tsx';
import { ListStates } from './list-states.tsx';
import { ModelsClient } from '../models-client.ts';

interface TabProps {
  readonly creating: boolean;
  readonly onCreate: (opened: boolean) => void;
}

const look = ({
  check_passed: passed,
}: Credential): { readonly icon: string; readonly color: string; readonly text: string } =>
  passed === null
    ? { icon: 'minus', color: 'var(--loupe-muted)', text: messages.credentialsTab.notChecked }
    : passed
      ? { icon: 'check', color: 'var(--loupe-success)', text: messages.credentialsTab.works }
      : { icon: 'warning', color: 'var(--loupe-danger)', text: messages.shared.failed };

/** Keys of providers. They are written here, and never shown again. */
export function CredentialsTab({ creating, onCreate }: TabProps): JSX.Element {
  const addressOf = useAddressOf();
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
  const remove = (each: Credential): Promise<void> =>
    deleteRow({
      name: each.name,
      title: messages.credentialsTab.deleteCredential,
      text: messages.credentialsTab.nameAndItsKeyAreRemoved(each.name),
      remove: () => api.deleteCredential({ params: { credential_id: each.id } }),
      refresh,
    });
  return (
    <>
      <ListStates list={list}>
        <EmptyState icon="lock" text={messages.credentialsTab.noProviderIsConnectedYet}>
          <Button onClick={() => onCreate(true)}>{messages.shared.newCredential}</Button>
        </EmptyState>
      </ListStates>
      {list.data === undefined || list.data.length === 0 ? undefined : (
        <Table highlightOnHover layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.shared.name}</Table.Th>
              <Table.Th w={170}>{messages.shared.provider}</Table.Th>
              <Table.Th>{messages.credentialsTab.address}</Table.Th>
              <Table.Th w={90}>{messages.shared.key}</Table.Th>
              <Table.Th w={160}>{messages.credentialsTab.lastCheck}</Table.Th>
              <Table.Th w={180}>{messages.credentialsTab.creator}</Table.Th>
              <Table.Th w={44} aria-label={messages.shared.actions} />
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
                    {each.has_key ? messages.credentialsTab.sealed : messages.shared.none}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c={look(each).color} truncate>
                    <Icon name={look(each).icon} size={13} /> {look(each).text}
                    {each.checked_at === null ? '' : `, ${shortDate(each.checked_at)}`}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" truncate title={addressOf(each.creator)}>
                    {addressOf(each.creator)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <RowMenu of={each.name}>
                    <Menu.Item leftSection={<Icon name="check" />} onClick={() => void check(each)}>
                      {messages.credentialsTab.check}
                    </Menu.Item>
                    <EditItems onEdit={() => setEdited(each)} onDelete={() => void remove(each)} />
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
          toast(messages.shared.nameIsSaved(saved.name), { tone: 'success' });
        }}
      />
    </>
  );
}
