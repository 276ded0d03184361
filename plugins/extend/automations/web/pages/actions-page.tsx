import { Anchor, Button, Group, Menu, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  Modal,
  PageBody,
  PageHeader,
  RowMenu,
  shortDate,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import type { CustomTask } from '../../common/actions-api.ts';
import type { Interpreter } from '../../common/custom-action.ts';
import { blankActions, interpreters } from '../../common/custom-action.ts';
import { AutomationTabs } from '../automation-tabs.tsx';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import classes from '../automations.module.css';
import { stateOf } from '../code/action-editor.tsx';
import { messages } from '../messages.ts';

/** Actions whose code the team writes. */
export default function ActionsPage(): JSX.Element {
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const manages = useCan('ManagePipelines');
  const [name, setName] = useState<string>();
  const [language, setLanguage] = useState<Interpreter>('typescript');
  const runners = useQuery({
    queryKey: [...automationsKey(team.id), 'runners'],
    queryFn: () => actions.listRunners(),
    staleTime: 60_000,
  });
  const problem = runners.data?.runners.find(each => each.interpreter === language)?.problem ?? undefined;
  const list = useQuery({
    queryKey: [...automationsKey(team.id), 'actions'],
    queryFn: async () => (await actions.listCustomTasks()).data,
  });
  const pythonProblem = runners.data?.runners.find(each => each.interpreter === 'python')?.problem ?? undefined;
  const path = (id: number): string => `/t/${team.id}/automations/actions/${id}`;
  const create = async (): Promise<void> => {
    const made = await actions.createCustomTask({
      body: { name: name!, description: '', draft: blankActions[language] },
    });
    void navigate(path(made.id));
  };
  const remove = async ({ id, name: title }: CustomTask): Promise<void> => {
    const sure = await confirm({
      title: messages.actionsPage.deleteAction,
      text: messages.actionsPage.nameIsRemoved(title),
      action: messages.shared.delete,
      danger: true,
    });
    if (!sure) return;
    await actions.deleteCustomTask({ params: { custom_task_id: id } });
    toast(messages.actionsPage.nameIsDeleted(title), { tone: 'success' });
    await queries.invalidateQueries({ queryKey: automationsKey(team.id) });
  };
  const begin = manages ? (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setName('')}>
      {messages.actionsPage.newAction}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={messages.shared.automations}>{(list.data?.length ?? 0) > 0 ? begin : undefined}</PageHeader>
      <AutomationTabs />
      <PageBody>
        {list.error !== null && list.data === undefined ? (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        ) : undefined}
        {list.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {list.data?.length === 0 ? (
          manages ? (
            <div className={classes['intro']}>
              <Text fw={600} size="lg">
                {messages.actionsPage.writeWhatPipelinesDo}
              </Text>
              <Text c="var(--loupe-muted)" pb="md">
                {messages.actionsPage.anActionIsTypeScript}
              </Text>
              {begin}
            </div>
          ) : (
            <EmptyState icon="code" text={messages.actionsPage.noActions} />
          )
        ) : undefined}
        {(list.data?.length ?? 0) === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th>{messages.shared.name}</Table.Th>
                <Table.Th>{messages.actionsPage.state}</Table.Th>
                <Table.Th>{messages.actionsPage.author}</Table.Th>
                <Table.Th w={130}>{messages.shared.updated}</Table.Th>
                <Table.Th w={44} aria-label={messages.shared.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.data?.map(each => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    <Anchor component={Link} to={path(each.id)} fw={500} truncate title={each.name}>
                      {each.name}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">{stateOf(each)}</Text>
                    {each.interpreter === 'python' && pythonProblem !== undefined ? (
                      <Text size="sm" c="var(--loupe-danger)">
                        {pythonProblem}
                      </Text>
                    ) : undefined}
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" truncate title={each.author}>
                      {each.author}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)">
                      {shortDate(each.updatedAt)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {manages ? (
                      <RowMenu of={each.name}>
                        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => void navigate(path(each.id))}>
                          {messages.shared.edit}
                        </Menu.Item>
                        <Menu.Item
                          leftSection={<Icon name="trash" />}
                          c="var(--loupe-danger)"
                          onClick={() => void remove(each).catch(toastError)}
                        >
                          {messages.shared.delete}
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
      <Modal opened={name !== undefined} onClose={() => setName(undefined)} title={messages.actionsPage.newAction}>
        <form
          onSubmit={event => {
            event.preventDefault();
            void create().catch(toastError);
          }}
        >
          <Stack gap="md">
            <TextInput
              label={messages.shared.name}
              data-autofocus
              maxLength={120}
              value={name ?? ''}
              onChange={event => setName(event.currentTarget.value)}
            />
            <Select
              label={messages.actionsPage.language}
              data={interpreters.map(each => ({ value: each, label: messages.actionsPage.languages[each] }))}
              allowDeselect={false}
              error={problem}
              value={language}
              onChange={next => setLanguage(interpreters.find(each => each === next) ?? 'typescript')}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setName(undefined)}>
                {messages.shared.cancel}
              </Button>
              <Button type="submit" disabled={(name ?? '').trim() === '' || problem !== undefined}>
                {messages.actionsPage.create}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
