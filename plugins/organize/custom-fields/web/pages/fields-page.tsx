import { ActionIcon, Button, Group, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageToolbar,
  RowMenu,
  Segments,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import { customFieldKeys } from '../../common/query-keys.ts';
import { componentTitles } from '../../common/field-text.ts';
import { FIRST_COMPUTED_ID } from '../../common/template.ts';
import type { EntityPair, Template } from '../../common/template.ts';
import { CustomFieldsClient, pairQuery } from '../custom-fields-client.ts';
import { FieldDialog } from '../field-dialog.tsx';
import { messages } from '../messages.ts';

const PAIRS: readonly { readonly value: EntityPair; readonly label: string; readonly example: string }[] = [
  {
    value: 'Contributor/Team',
    label: messages.fieldsPage.peopleInTheTeam,
    example: messages.fieldsPage.suchAsContractUntilOr,
  },
  { value: 'Project/Team', label: messages.fieldsPage.projects, example: messages.fieldsPage.suchAsDueDateQuality },
  {
    value: 'Contributor/Project',
    label: messages.fieldsPage.peopleInAProject,
    example: messages.fieldsPage.suchAsHoursPlanned,
  },
];

/** Custom fields of the team, by what has their values. */
export default function FieldsPage(): JSX.Element {
  const calls = useService(CustomFieldsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [pair, setPair] = useState<EntityPair>('Contributor/Team');
  const [edited, setEdited] = useState<Template | 'new'>();
  const list = useQuery({
    queryKey: ['customFields', 'templates', team.id, pair],
    queryFn: async () => (await calls.templates(pair)).filter(each => each.id < FIRST_COMPUTED_ID),
  });
  const all = list.data ?? [];
  const refresh = async (): Promise<void> => {
    for (const queryKey of [customFieldKeys.all, teamKeys.memberColumns]) await queries.invalidateQueries({ queryKey });
  };

  const move = async (at: number, to: number): Promise<void> => {
    const ids = all.map(each => each.id);
    ids.splice(to, 0, ...ids.splice(at, 1));
    await calls.api.reorderTemplates({ query: pairQuery(pair), body: { template_ids: ids } }).catch(toastError);
    await refresh();
  };
  const remove = async (field: Template): Promise<void> => {
    try {
      const { values } = await calls.api.templateUsage({ params: { id: field.id } });
      const text = values === 0 ? messages.fieldsPage.itHasNoValues : messages.fieldsPage.withItForGood(values);
      if (
        !(await confirm({
          title: messages.fieldsPage.deleteName(field.name),
          text,
          action: messages.fieldsPage.deleteField,
          danger: true,
          ...(values > 100 ? { typed: field.name } : {}),
        }))
      )
        return;
      await calls.api.deleteTemplate({ params: { id: field.id } });
      toast(messages.fieldsPage.nameIsDeleted(field.name), { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
    await refresh();
  };
  const chosen = PAIRS.find(each => each.value === pair)!;

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <Segments
            aria-label={messages.fieldsPage.fieldsOf}
            value={pair}
            onChange={value => setPair(value)}
            data={PAIRS.map(({ value, label }) => ({ value, label }))}
          />
          {all.length === 0 ? undefined : (
            <Button ml="auto" leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>
              {messages.shared.newField}
            </Button>
          )}
        </Group>
      </PageToolbar>
      <PageBody>
        {list.error === null ? undefined : <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />}
        {list.data === undefined && list.error === null
          ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />)
          : undefined}
        {all.length === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th w={260}>{messages.shared.name}</Table.Th>
                <Table.Th w={150}>{messages.shared.kind}</Table.Th>
                <Table.Th>{messages.shared.options}</Table.Th>
                <Table.Th w={72} aria-label={messages.fieldsPage.order} />
                <Table.Th w={44} aria-label={messages.fieldsPage.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map((each, at) => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    <Text fw={500} truncate title={each.name}>
                      {each.name}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">{componentTitles[each.component_id]}</Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" truncate title={optionText(each)}>
                      {optionText(each)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={2} wrap="nowrap">
                      <ActionIcon
                        aria-label={messages.fieldsPage.moveNameUp(each.name)}
                        disabled={at === 0}
                        onClick={() => void move(at, at - 1)}
                      >
                        <Icon name="up" />
                      </ActionIcon>
                      <ActionIcon
                        aria-label={messages.fieldsPage.moveNameDown(each.name)}
                        disabled={at === all.length - 1}
                        onClick={() => void move(at, at + 1)}
                      >
                        <Icon name="down" />
                      </ActionIcon>
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <RowMenu of={each.name}>
                      <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setEdited(each)}>
                        {messages.fieldsPage.edit}
                      </Menu.Item>
                      <Menu.Item
                        leftSection={<Icon name="trash" />}
                        c="var(--loupe-danger)"
                        onClick={() => void remove(each)}
                      >
                        {messages.fieldsPage.delete}
                      </Menu.Item>
                    </RowMenu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {list.data !== undefined && all.length === 0 ? (
          <EmptyState
            icon="adjust"
            text={messages.fieldsPage.noFieldOfLowerCaseYet(chosen.label.toLowerCase(), chosen.example)}
          >
            <Button onClick={() => setEdited('new')}>{messages.shared.newField}</Button>
          </EmptyState>
        ) : undefined}
      </PageBody>
      <FieldDialog
        opened={edited !== undefined}
        field={edited === 'new' ? undefined : edited}
        pair={pair}
        all={all}
        onClose={() => setEdited(undefined)}
        onSaved={name => {
          setEdited(undefined);
          toast(messages.fieldsPage.nameIsSaved(name), { tone: 'success' });
          void refresh();
        }}
      />
    </>
  );
}

/** Returns the text of the allowed values. */
function optionText({ component_payload: { options, configs } }: Template): string {
  if (options !== undefined && options !== null) return options.map(each => each.value).join(', ');
  const { min, max, step, suffix } = configs ?? {};
  return [
    typeof min === 'number' ? messages.fieldsPage.fromMin(min) : '',
    typeof max === 'number' ? messages.fieldsPage.toMax(max) : '',
    typeof step === 'number' ? messages.fieldsPage.inStepsOf(step) : '',
    suffix ?? '',
  ]
    .filter(each => each !== '')
    .join(' ');
}
