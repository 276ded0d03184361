import { Button, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useAddressOf, useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, Icon, shortDate, toast } from '#core/ui/web/index.ts';
import type { SecretView } from '../../common/actions-api.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { EditMenu, Intro, ListPage } from '../list-page.tsx';
import { messages } from '../messages.ts';
import { SecretForm } from '../secrets/secret-form.tsx';

/** Secrets of the team: names and keys; values can only be replaced. */
export default function SecretsPage(): JSX.Element {
  const addressOf = useAddressOf();
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<SecretView | 'new'>();
  const key = [...automationsKey(team.id), 'secrets'];
  const list = useQuery({ queryKey: key, queryFn: async () => (await actions.listSecrets()).data });
  const remove = async ({ id, name }: SecretView): Promise<void> => {
    const sure = await confirm({
      title: messages.secretsPage.deleteSecret,
      text: messages.secretsPage.nameIsRemoved(name),
      action: messages.shared.delete,
      danger: true,
    });
    if (!sure) return;
    await actions.deleteSecret({ params: { secret_id: id } });
    toast(messages.secretsPage.nameIsDeleted(name), { tone: 'success' });
    await queries.invalidateQueries({ queryKey: key });
  };
  const begin = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>
      {messages.secretsPage.newSecret}
    </Button>
  );
  return (
    <>
      <ListPage
        list={list}
        begin={begin}
        empty={
          <Intro title={messages.secretsPage.keepKeysOutOfPipelines} text={messages.secretsPage.aSecretHolds}>
            {begin}
          </Intro>
        }
        head={
          <>
            <Table.Th w={200}>{messages.shared.name}</Table.Th>
            <Table.Th>{messages.shared.description}</Table.Th>
            <Table.Th>{messages.secretsPage.keys}</Table.Th>
            <Table.Th>{messages.secretsPage.creator}</Table.Th>
            <Table.Th w={130}>{messages.shared.updated}</Table.Th>
            <Table.Th w={44} aria-label={messages.shared.actions} />
          </>
        }
        row={each => (
          <Table.Tr key={each.id}>
            <Table.Td>
              <Text fw={500} truncate title={each.name}>
                {each.name}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" truncate title={each.description}>
                {each.description}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" truncate title={each.keys.join(', ')}>
                {each.keys.join(', ')}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" c="var(--loupe-muted)" truncate title={addressOf(each.creator)}>
                {addressOf(each.creator)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" c="var(--loupe-muted)">
                {shortDate(each.updatedAt)}
              </Text>
            </Table.Td>
            <Table.Td>
              <EditMenu of={each.name} onEdit={() => setEdited(each)} onDelete={() => remove(each)} />
            </Table.Td>
          </Table.Tr>
        )}
      />
      {edited === undefined ? undefined : (
        <SecretForm secret={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
