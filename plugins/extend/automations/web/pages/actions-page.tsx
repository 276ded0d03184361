import { Anchor, Button, Table, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, DialogForm, EmptyState, Icon, Modal, shortDate, toast } from '#core/ui/web/index.ts';
import type { CustomTask } from '../../common/actions-api.ts';
import type { Interpreter } from '../../common/custom-action.ts';
import { blankActions, interpreters } from '../../common/custom-action.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { stateOf } from '../code/action-editor.tsx';
import { EditMenu, Intro, ListPage } from '../list-page.tsx';
import { messages } from '../messages.ts';

/** Actions whose code the team writes. */
export default function ActionsPage(): JSX.Element {
  const addressOf = useAddressOf();
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
  const problemOf = (of: Interpreter): string | undefined =>
    runners.data?.runners.find(each => each.interpreter === of)?.problem ?? undefined;
  const problem = problemOf(language);
  const list = useQuery({
    queryKey: [...automationsKey(team.id), 'actions'],
    queryFn: async () => (await actions.listCustomTasks()).data,
  });
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
      <ListPage
        list={list}
        begin={begin}
        empty={
          manages ? (
            <Intro title={messages.actionsPage.writeWhatPipelinesDo} text={messages.actionsPage.anActionIsTypeScript}>
              {begin}
            </Intro>
          ) : (
            <EmptyState icon="code" text={messages.actionsPage.noActions} />
          )
        }
        head={
          <>
            <Table.Th>{messages.shared.name}</Table.Th>
            <Table.Th>{messages.actionsPage.state}</Table.Th>
            <Table.Th>{messages.actionsPage.author}</Table.Th>
            <Table.Th w={130}>{messages.shared.updated}</Table.Th>
            <Table.Th w={44} aria-label={messages.shared.actions} />
          </>
        }
        row={each => (
          <Table.Tr key={each.id}>
            <Table.Td>
              <Anchor component={Link} to={path(each.id)} fw={500} truncate title={each.name}>
                {each.name}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{stateOf(each)}</Text>
              <Text size="sm" c="var(--loupe-danger)">
                {problemOf(each.interpreter)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" c="var(--loupe-muted)" truncate title={addressOf(each.author)}>
                {addressOf(each.author)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" c="var(--loupe-muted)">
                {shortDate(each.updatedAt)}
              </Text>
            </Table.Td>
            <Table.Td>
              {manages ? (
                <EditMenu of={each.name} onEdit={() => void navigate(path(each.id))} onDelete={() => remove(each)} />
              ) : undefined}
            </Table.Td>
          </Table.Tr>
        )}
      />
      <Modal opened={name !== undefined} onClose={() => setName(undefined)} title={messages.actionsPage.newAction}>
        <DialogForm
          action={messages.actionsPage.create}
          ready={(name ?? '').trim() !== '' && problem === undefined}
          onSubmit={create}
          onCancel={() => setName(undefined)}
        >
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
        </DialogForm>
      </Modal>
    </>
  );
}
