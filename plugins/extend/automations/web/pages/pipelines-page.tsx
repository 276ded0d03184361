import { Anchor, Button, Group, Menu, Skeleton, Switch, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useAddressOf, useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  Modal,
  PageBody,
  PageHeader,
  RowMenu,
  SearchBox,
  shortDate,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import type { ListedPipeline } from '../../common/api.ts';
import { eventTypeOf } from '../../common/event-types.ts';
import { AutomationTabs } from '../automation-tabs.tsx';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { TemplateGallery } from '../template-gallery.tsx';
import classes from '../automations.module.css';
import { messages } from '../messages.ts';

/** Pipelines of the team. */
export default function PipelinesPage(): JSX.Element {
  const addressOf = useAddressOf();
  const { api } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const manages = useCan('ManagePipelines');
  const [search, setSearch] = useState('');
  const [choosing, setChoosing] = useState(false);
  const list = useQuery({
    queryKey: [...automationsKey(team.id), 'pipelines'],
    queryFn: async () => (await api.listPipelines()).data,
  });
  const attempt = (work: () => Promise<unknown>): void =>
    void work()
      .catch(toastError)
      .then(() => queries.invalidateQueries({ queryKey: automationsKey(team.id) }));
  const path = (id: number): string => `/t/${team.id}/automations/${id}`;
  const enable = (id: number, enabled: boolean): void =>
    attempt(() => api.enablePipeline({ params: { pipeline_id: id }, body: { enabled } }));
  const duplicate = ({ id, name }: ListedPipeline): void =>
    attempt(async () => {
      const { description, graph } = await api.getPipeline({ params: { pipeline_id: id } });
      const names = new Set(list.data?.map(each => each.name.toLowerCase()));
      let copy = messages.pipelinesPage.nameCopy(name).slice(0, 120);
      for (let number = 2; names.has(copy.toLowerCase()); number++)
        copy = messages.pipelinesPage.copy(name.slice(0, 110), number);
      const made = await api.createPipeline({ body: { name: copy, description, graph, enabled: false } });
      toast(messages.pipelinesPage.nameIsCreated(made.name), { tone: 'success' });
    });
  const remove = ({ id, name }: ListedPipeline): void =>
    attempt(async () => {
      const sure = await confirm({
        title: messages.pipelinesPage.deletePipeline,
        text: messages.pipelinesPage.nameNoLongerRuns(name),
        action: messages.pipelinesPage.delete,
        danger: true,
      });
      if (!sure) return;
      await api.deletePipeline({ params: { pipeline_id: id } });
      toast(messages.pipelinesPage.nameIsDeleted(name), { tone: 'success' });
    });

  const all = list.data ?? [];
  const found = all.filter(each => each.name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <PageHeader title={messages.shared.automations} {...(all.length === 0 ? {} : { count: all.length })}>
        {all.length === 0 ? undefined : (
          <>
            <SearchBox value={search} onChange={setSearch} label={messages.pipelinesPage.searchPipelines} />
            {manages ? (
              <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setChoosing(true)}>
                {messages.pipelinesPage.newPipeline}
              </Button>
            ) : undefined}
          </>
        )}
      </PageHeader>
      <AutomationTabs />
      <PageBody>
        {list.error !== null && list.data === undefined ? (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        ) : undefined}
        {list.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {list.data?.length === 0 ? (
          manages ? (
            <>
              <div className={classes['intro']}>
                <Text fw={600} size="lg">
                  {messages.pipelinesPage.letRoutineWorkHappenByItself}
                </Text>
                <Text c="var(--loupe-muted)">{messages.pipelinesPage.pipelineStartsWithAnEvent}</Text>
              </div>
              <TemplateGallery />
            </>
          ) : (
            <EmptyState icon="workflow" text={messages.pipelinesPage.thisTeamHasNoPipelinesYet} />
          )
        ) : undefined}
        {found.length === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th>{messages.shared.name}</Table.Th>
                <Table.Th w={100}>{messages.shared.enabled}</Table.Th>
                <Table.Th>{messages.pipelinesPage.events}</Table.Th>
                <Table.Th w={110}>{messages.pipelinesPage.lastRun}</Table.Th>
                <Table.Th w={190}>{messages.shared.last24Hours}</Table.Th>
                <Table.Th w={180}>{messages.pipelinesPage.owner}</Table.Th>
                <Table.Th w={44} aria-label={messages.pipelinesPage.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map(each => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    <Anchor component={Link} to={path(each.id)} display="block" fw={500} truncate title={each.name}>
                      {each.name}
                    </Anchor>
                    {each.disabled_reason === 'owner_left' ? (
                      <Text size="sm" c="var(--loupe-warning)">
                        {messages.pipelinesPage.itsOwnerLeftTheTeam}
                      </Text>
                    ) : undefined}
                  </Table.Td>
                  <Table.Td>
                    <Switch
                      aria-label={messages.pipelinesPage.nameIsEnabled(each.name)}
                      checked={each.enabled}
                      disabled={!manages}
                      onChange={event => enable(each.id, event.currentTarget.checked)}
                    />
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" truncate>
                      {[...new Set(each.events)].map(type => eventTypeOf(type)?.title ?? type).join(', ')}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)">
                      {each.last_run === null ? messages.pipelinesPage.never : shortDate(each.last_run)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <RunCounts pipeline={each} />
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" truncate title={addressOf(each.owner)}>
                      {addressOf(each.owner)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <RowMenu of={each.name}>
                      <Menu.Item
                        leftSection={<Icon name={manages ? 'edit' : 'eye'} />}
                        onClick={() => void navigate(path(each.id))}
                      >
                        {manages ? messages.pipelinesPage.edit : messages.pipelinesPage.view}
                      </Menu.Item>
                      <Menu.Item
                        leftSection={<Icon name="history" />}
                        onClick={() => void navigate(`/t/${team.id}/automations/history?pipeline=${each.id}`)}
                      >
                        {messages.shared.history}
                      </Menu.Item>
                      {manages ? (
                        <>
                          <Menu.Item leftSection={<Icon name="copy" />} onClick={() => duplicate(each)}>
                            {messages.pipelinesPage.duplicate}
                          </Menu.Item>
                          <Menu.Item
                            leftSection={<Icon name="trash" />}
                            c="var(--loupe-danger)"
                            onClick={() => remove(each)}
                          >
                            {messages.pipelinesPage.delete}
                          </Menu.Item>
                        </>
                      ) : undefined}
                    </RowMenu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {all.length > 0 && found.length === 0 ? (
          <EmptyState icon="search" text={messages.pipelinesPage.noPipelineMatches}>
            <Button variant="default" onClick={() => setSearch('')}>
              {messages.pipelinesPage.clearSearch}
            </Button>
          </EmptyState>
        ) : undefined}
      </PageBody>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={messages.pipelinesPage.newPipeline} size="xl">
        <TemplateGallery />
      </Modal>
    </>
  );
}

function RunCounts({ pipeline: { succeeded, failed } }: { readonly pipeline: ListedPipeline }): JSX.Element {
  if (succeeded + failed === 0)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.pipelinesPage.noRuns}
      </Text>
    );
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm">{messages.pipelinesPage.succeeded(succeeded)}</Text>
      {failed === 0 ? undefined : (
        <Text size="sm" c="var(--loupe-danger)">
          {messages.pipelinesPage.failed(failed)}
        </Text>
      )}
    </Group>
  );
}
