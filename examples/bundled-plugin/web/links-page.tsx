import { Anchor, Button, Menu, Skeleton, Table, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  DialogForm,
  EmptyState,
  ErrorPanel,
  Icon,
  Modal,
  PageBody,
  PageHeader,
  RowMenu,
  toastError,
} from '#core/ui/web/index.ts';
import { linksApi } from '../common/api.ts';
import { messages } from './messages.ts';

/** Links of the team; who may change the team adds and removes them. */
export default function LinksPage(): JSX.Element {
  const api = client(linksApi, useService(Transport));
  const team = useTeam();
  const queries = useQueryClient();
  const queryKey = ['team-links', team.id];
  const list = useQuery({ queryKey, queryFn: async () => (await api.listLinks()).data });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const remove = useMutation({
    mutationFn: (id: number) => api.removeLink({ params: { team_link_id: id } }),
    onError: toastError,
    onSettled: refresh,
  });
  const [adding, setAdding] = useState(false);
  const mayChange = useCan('UpdateTeam');
  const add = mayChange ? <Button onClick={() => setAdding(true)}>{messages.linksPage.addLink}</Button> : undefined;

  return (
    <>
      <PageHeader title={messages.linksPage.pageTitle}>{list.data?.length === 0 ? undefined : add}</PageHeader>
      <PageBody>
        {list.error !== null ? (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data === undefined ? (
          <Skeleton h={160} />
        ) : list.data.length === 0 ? (
          <EmptyState icon="link" text={messages.linksPage.noLinksYet}>
            {add}
          </EmptyState>
        ) : (
          <Table aria-label={messages.linksPage.pageTitle}>
            <Table.Tbody>
              {list.data.map(link => (
                <Table.Tr key={link.id}>
                  <Table.Td>
                    <Anchor href={link.address} target="_blank" rel="noreferrer">
                      {link.title}
                    </Anchor>
                  </Table.Td>
                  <Table.Td w={40}>
                    {mayChange ? (
                      <RowMenu of={link.title}>
                        <Menu.Item
                          color="red"
                          leftSection={<Icon name="trash" />}
                          onClick={() => remove.mutate(link.id)}
                        >
                          {messages.linksPage.remove}
                        </Menu.Item>
                      </RowMenu>
                    ) : undefined}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
      <Modal opened={adding} onClose={() => setAdding(false)} title={messages.linksPage.addLink}>
        <NewLink
          onAdd={async (title, address) => {
            await api.addLink({ body: { title, address } });
            await refresh();
            setAdding(false);
          }}
          onCancel={() => setAdding(false)}
        />
      </Modal>
    </>
  );
}

function NewLink({
  onAdd,
  onCancel,
}: {
  readonly onAdd: (title: string, address: string) => Promise<void>;
  readonly onCancel: () => void;
}): JSX.Element {
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  return (
    <DialogForm
      action={messages.linksPage.add}
      ready={title.trim() !== '' && address.trim() !== ''}
      onSubmit={() => onAdd(title, address.trim())}
      onCancel={onCancel}
    >
      <TextInput
        label={messages.linksPage.title}
        value={title}
        maxLength={100}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <TextInput
        label={messages.linksPage.address}
        value={address}
        onChange={event => setAddress(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
