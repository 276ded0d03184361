import { Button, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { JSX } from 'react';
import { Drawer } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, RowMenu, toast } from '#core/ui/web/index.ts';
import type { Model } from '../../common/model.ts';
import { providerOf } from '../../common/provider.ts';
import { messages } from '../messages.ts';
import { ModelDialog } from '../model-dialog.tsx';
import { deleteRow } from './delete-row.ts';
import { EditItems } from './edit-items.tsx';
import { ListStates } from './list-states.tsx';
import { ModelsClient } from '../models-client.ts';
import { TryBox } from '../try-box.tsx';

interface TabProps {
  readonly creating: boolean;
  readonly onCreate: (opened: boolean) => void;
  readonly onCredentials: () => void;
}

const priceOf = ({ price_in: into, price_out: out }: Model): string =>
  into === null && out === null ? messages.modelsTab.noPrices : messages.modelsTab.inOutInto(into ?? 0, out ?? 0);

/** Lists the names by which forms and scripts call models, with the settings of each. */
export function ModelsTab({ creating, onCreate, onCredentials }: TabProps): JSX.Element {
  const { api } = useService(ModelsClient);
  const queries = useQueryClient();
  const team = useTeam();
  const [edited, setEdited] = useState<Model>();
  const [tried, setTried] = useState<Model>();
  const list = useQuery({
    queryKey: ['models', 'list', team.id],
    queryFn: async () => (await api.listModels()).models,
  });
  const credentials = useQuery({
    queryKey: ['models', 'credentials', team.id],
    queryFn: async () => (await api.listCredentials()).credentials,
  });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['models'] });
  const close = (): void => {
    onCreate(false);
    setEdited(undefined);
  };
  const bare = credentials.data?.length === 0;
  const begin = useEffectEvent(onCredentials);
  useEffect(() => {
    if (!creating || !bare) return;
    toast(messages.modelsTab.aModelNeedsACredential);
    begin();
  }, [creating, bare]);
  const remove = (each: Model): Promise<void> =>
    deleteRow({
      name: each.name,
      title: messages.modelsTab.deleteModel,
      text: messages.modelsTab.formsAndScriptsThatAsk(each.name),
      remove: () => api.deleteModel({ params: { model_id: each.id } }),
      refresh,
    });
  return (
    <>
      <ListStates list={list}>
        <EmptyState icon="magic" text={bare ? messages.modelsTab.connectYourFirstModel : messages.modelsTab.noModelYet}>
          {bare ? (
            <Button onClick={onCredentials}>{messages.modelsTab.enterACredential}</Button>
          ) : (
            <Button onClick={() => onCreate(true)}>{messages.shared.newModel}</Button>
          )}
        </EmptyState>
      </ListStates>
      {list.data === undefined || list.data.length === 0 ? undefined : (
        <Table highlightOnHover layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.shared.name}</Table.Th>
              <Table.Th>{messages.shared.model}</Table.Th>
              <Table.Th w={170}>{messages.shared.credential}</Table.Th>
              <Table.Th w={120}>{messages.shared.projects}</Table.Th>
              <Table.Th w={160}>{messages.modelsTab.perMillionTokens}</Table.Th>
              <Table.Th w={80} aria-label={messages.modelsTab.try} />
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
                  {each.description === '' ? undefined : (
                    <Text size="sm" c="var(--loupe-muted)" truncate title={each.description}>
                      {each.description}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Text size="sm" truncate title={each.model}>
                    {each.model}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" truncate title={providerOf(each.provider)?.title}>
                    {each.credential_name}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)">
                    {each.project_ids === null ? messages.modelsTab.all : each.project_ids.length}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="var(--loupe-muted)" truncate>
                    {priceOf(each)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={messages.modelsTab.tryIt(each.name)}
                    onClick={() => setTried(each)}
                  >
                    {messages.shared.tryIt}
                  </Button>
                </Table.Td>
                <Table.Td>
                  <RowMenu of={each.name}>
                    <EditItems onEdit={() => setEdited(each)} onDelete={() => void remove(each)} />
                  </RowMenu>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Drawer
        opened={tried !== undefined}
        onClose={() => setTried(undefined)}
        position="right"
        size={520}
        title={
          <Text fw={600} truncate maw={420}>
            {messages.modelsTab.tryName(tried?.name ?? '')}
          </Text>
        }
      >
        {tried === undefined ? undefined : <TryBox key={tried.id} model={tried} />}
      </Drawer>
      <ModelDialog
        opened={(creating && !bare) || edited !== undefined}
        model={edited}
        credentials={credentials.data ?? []}
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
