import { Button, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Drawer } from '#core/controls/web/index.ts';
import { useAddressOf, useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageHeader,
  RowMenu,
  shortDate,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import type { Integration } from '../../common/integration.ts';
import { holdsTables, integrationTypes } from '../../common/integration.ts';
import { CheckDialog } from '../check-dialog.tsx';
import { IntegrationDialog } from '../integration-dialog.tsx';
import { IntegrationsClient } from '../integrations-client.ts';
import { messages } from '../messages.ts';
import { StorageBrowser } from '../storage-browser.tsx';

const looks = {
  unchecked: { icon: 'minus', color: 'var(--loupe-muted)', text: messages.integrationsPage.notChecked },
  working: { icon: 'check', color: 'var(--loupe-success)', text: messages.integrationsPage.works },
  failed: { icon: 'warning', color: 'var(--loupe-danger)', text: messages.integrationsPage.failed },
} as const;

/** Connections of the team to storage outside. */
export default function IntegrationsPage(): JSX.Element {
  const addressOf = useAddressOf();
  const calls = useService(IntegrationsClient);
  const { creating } = useSnapshot(calls.state);
  const queries = useQueryClient();
  const team = useTeam();
  const mayCreate = useCan('CreateIntegration');
  const mayDelete = useCan('DeleteIntegration');
  const [edited, setEdited] = useState<Integration>();
  const [checked, setChecked] = useState<Integration>();
  const [browsed, setBrowsed] = useState<Integration>();
  const [path, setPath] = useState('');
  const list = useQuery({
    queryKey: ['integrations', 'list', team.id],
    queryFn: async () => (await calls.api.listIntegrations()).integrations,
  });
  const all = list.data ?? [];
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['integrations'] });
  const create = (): void => calls.create(true);
  const close = (): void => {
    calls.create(false);
    setEdited(undefined);
  };
  const remove = async (integration: Integration): Promise<void> => {
    try {
      const { projects, items } = await calls.api.integrationUsage({ params: { integration_id: integration.id } });
      const names = projects
        .slice(0, 8)
        .map(each => `${each.name} (${each.items.toLocaleString('en')})`)
        .join(', ');
      const used =
        projects.length === 0
          ? messages.integrationsPage.noProjectUsesIt
          : messages.integrationsPage.withoutItemsStayTheirFiles(items, names, projects.length, projects.length - 8);
      if (
        !(await confirm({
          title: messages.integrationsPage.deleteIntegration,
          text: messages.integrationsPage.nameIsDisconnected(integration.name, used),
          action: messages.integrationsPage.delete,
          danger: true,
          ...(items > 100 ? { typed: integration.name } : {}),
        }))
      )
        return;
      await calls.api.deleteIntegration({ params: { integration_id: integration.id } });
      toast(messages.integrationsPage.nameIsDeleted(integration.name), { tone: 'success' });
      await refresh();
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <>
      <PageHeader
        title={messages.integrationsPage.integrations}
        {...(list.data === undefined ? {} : { count: all.length })}
      >
        {mayCreate && all.length > 0 ? (
          <Button leftSection={<Icon name="plus" size={14} />} onClick={create}>
            {messages.shared.newIntegration}
          </Button>
        ) : undefined}
      </PageHeader>
      <PageBody>
        {list.error !== null && list.data === undefined ? (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        ) : undefined}
        {list.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {all.length === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th>{messages.shared.name}</Table.Th>
                <Table.Th w={180}>{messages.shared.provider}</Table.Th>
                <Table.Th>{messages.integrationsPage.bucketOrFolder}</Table.Th>
                <Table.Th w={170}>{messages.integrationsPage.lastCheck}</Table.Th>
                <Table.Th w={180}>{messages.integrationsPage.creator}</Table.Th>
                <Table.Th w={100}>{messages.integrationsPage.created}</Table.Th>
                <Table.Th w={44} aria-label={messages.integrationsPage.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map(each => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    <Text size="sm" fw={500} truncate title={each.name}>
                      {each.name}
                    </Text>
                    {each.shared_by === null ? undefined : (
                      <Text size="xs" c="var(--loupe-muted)" truncate title={each.shared_by}>
                        {messages.integrationsPage.sharedBy(each.shared_by)}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" truncate>
                      {integrationTypes.find(type => type.value === each.type)?.title ?? each.type}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" truncate title={each.root}>
                      {each.root === '' ? messages.integrationsPage.addressesOnly : each.root}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c={looks[each.status].color} truncate>
                      <Icon name={looks[each.status].icon} size={13} /> {looks[each.status].text}
                      {each.lastCheckAt === null ? '' : `, ${shortDate(each.lastCheckAt)}`}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" truncate title={addressOf(each.creator_id)}>
                      {addressOf(each.creator_id)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)">
                      {shortDate(each.createdAt)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <RowMenu of={each.name}>
                      <Menu.Item leftSection={<Icon name="check" />} onClick={() => setChecked(each)}>
                        {messages.integrationsPage.check}
                      </Menu.Item>
                      {each.root === '' || holdsTables(each.type) ? undefined : (
                        <Menu.Item
                          leftSection={<Icon name="folder" />}
                          onClick={() => {
                            setPath('');
                            setBrowsed(each);
                          }}
                        >
                          {messages.integrationsPage.browse}
                        </Menu.Item>
                      )}
                      {mayCreate && each.shared_by === null ? (
                        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setEdited(each)}>
                          {messages.integrationsPage.edit}
                        </Menu.Item>
                      ) : undefined}
                      {mayDelete && each.shared_by === null ? (
                        <Menu.Item
                          leftSection={<Icon name="trash" />}
                          c="var(--loupe-danger)"
                          onClick={() => void remove(each)}
                        >
                          {messages.integrationsPage.delete}
                        </Menu.Item>
                      ) : undefined}
                    </RowMenu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {list.data?.length === 0 ? (
          <EmptyState icon="plugin" text={messages.integrationsPage.noStorageIsConnectedYet}>
            {mayCreate ? <Button onClick={create}>{messages.shared.newIntegration}</Button> : undefined}
          </EmptyState>
        ) : undefined}
      </PageBody>
      <Drawer
        opened={browsed !== undefined}
        onClose={() => setBrowsed(undefined)}
        position="right"
        size={560}
        title={
          <Text fw={600} truncate maw={460}>
            {browsed?.name}
          </Text>
        }
      >
        {browsed === undefined ? undefined : (
          <StorageBrowser
            name={browsed.root}
            queryKey={[browsed.id]}
            path={path}
            onPath={setPath}
            list={(of, signal) => calls.storage.files({ query: { integration_id: browsed.id, path: of }, signal })}
          />
        )}
      </Drawer>
      <CheckDialog integration={checked} onClose={() => setChecked(undefined)} />
      <IntegrationDialog
        opened={creating || edited !== undefined}
        integration={edited}
        onClose={close}
        onSaved={saved => {
          const made = edited === undefined;
          close();
          void refresh();
          toast(messages.integrationsPage.nameIsSaved(saved.name), { tone: 'success' });
          if (made) setChecked(saved);
        }}
      />
    </>
  );
}
