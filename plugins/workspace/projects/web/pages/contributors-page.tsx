import { Button, Checkbox, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useAddressOf, useCan, usePanels, useService } from '#core/kernel/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  errorText,
  Icon,
  PageBody,
  PageHeader,
  PageToolbar,
  SearchBox,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import { projectKeys } from '../../common/query-keys.ts';
import type { Contributor, ProjectRole } from '../../common/project.ts';
import { ContributorLine } from '../contributor-line.tsx';
import { useProject } from '../kit/use-project.ts';
import { lostItems } from '../lost-items.ts';
import { messages } from '../messages.ts';
import { ProjectsClient } from '../projects-client.ts';
import { restoreContributors, restoredText } from '../restore-contributors.ts';
import { ShareDialog } from '../share-dialog.tsx';

/** Lists the people of the project with their roles. */
export default function ContributorsPage(): JSX.Element {
  const addressOf = useAddressOf();
  const project = useProject();
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const overAdmins = useCan('ManageProjectAdminPermissions');
  const [search, setSearch] = useState('');
  const [sharing, setSharing] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const params = { project_id: project.id };
  const list = useQuery({
    queryKey: projectKeys.contributors(project.id),
    queryFn: () => client.contributors.listContributors({ params }),
  });
  const loads = useQuery({
    queryKey: [...projectKeys.contributors(project.id), 'loads'],
    queryFn: async () =>
      new Map((await client.contributors.contributorLoads({ params })).data.map(each => [each.id, each.assigned])),
  });

  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data?.data ?? [];
  const found = all.filter(each =>
    `${each.first_name} ${each.last_name} ${addressOf(each.email)}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const free = found.filter(each => each.role !== projectRoles.projectAdmin || overAdmins);
  const picked = all.filter(each => chosen.has(each.id));
  const share = (
    <Button leftSection={<Icon name="invite" size={14} />} onClick={() => setSharing(true)}>
      {messages.shared.share}
    </Button>
  );

  const pause = async (paused: boolean): Promise<void> => {
    const turned = picked.filter(each => each.paused !== paused);
    const results = await Promise.allSettled(
      turned.map(each =>
        client.contributors.updateContributor({ params: { ...params, contributor_id: each.id }, body: { paused } }),
      ),
    );
    const failed = results.find(each => each.status === 'rejected');
    const done = results.filter(each => each.status === 'fulfilled').length;
    // One message: a second one would hide the first.
    toast(
      [
        ...(done === 0 ? [] : [messages.contributorsPage.countWorkAgain(done, paused)]),
        ...(failed === undefined ? [] : [errorText(failed.reason)]),
      ].join(' '),
      failed === undefined ? {} : { tone: 'error' },
    );
    setChosen(new Set());
    await queries.invalidateQueries({ queryKey: projectKeys.all });
  };
  const remove = async (): Promise<void> => {
    const items =
      loads.data === undefined ? undefined : picked.reduce((sum, each) => sum + (loads.data.get(each.id) ?? 0), 0);
    const text = messages.contributorsPage.theyLoseAccessToThisProject(lostItems(items));
    if (
      !(await confirm({
        title: messages.contributorsPage.removeCountPeople(picked.length),
        text,
        action: messages.shared.remove,
        danger: true,
      }))
    )
      return;
    try {
      const { succeeded, failed } = await client.contributors.unshareProject({
        params,
        body: { user_id: picked.map(each => each.email) },
      });
      const gone = picked.filter(each => succeeded.includes(each.email));
      const undo = (): void =>
        void restoreContributors(client, project.id, gone)
          .then(
            () =>
              toast(restoredText(messages.contributorsPage.people(gone.length), gone.length, items), {
                tone: 'success',
              }),
            toastError,
          )
          .then(() => queries.invalidateQueries({ queryKey: projectKeys.all }));
      toast(
        [
          ...(gone.length === 0 ? [] : [messages.contributorsPage.removedCount(gone.length)]),
          ...(failed.length === 0
            ? []
            : [messages.contributorsPage.failedCouldNotBeRemoved(failed.map(addressOf).join(', '))]),
        ].join(' '),
        { ...(failed.length === 0 ? {} : { tone: 'error' }), ...(gone.length === 0 ? {} : { undo }) },
      );
    } catch (error) {
      toastError(error);
    }
    setChosen(new Set());
    await queries.invalidateQueries({ queryKey: projectKeys.all });
  };

  return (
    <>
      <PageHeader title={messages.shared.contributors} {...(list.data === undefined ? {} : { count: all.length })}>
        {all.length === 0 ? undefined : share}
      </PageHeader>
      {all.length === 0 ? undefined : (
        <PageToolbar>
          <SearchBox value={search} onChange={setSearch} label={messages.contributorsPage.searchPeople} />
          {picked.length === 0 ? undefined : (
            <>
              <Text c="var(--loupe-muted)" role="status">
                {messages.contributorsPage.countSelected(picked.length)}
              </Text>
              <Button
                variant="default"
                leftSection={<Icon name="pause" size={14} />}
                disabled={picked.every(each => each.paused)}
                onClick={() => void pause(true)}
              >
                {messages.shared.pause}
              </Button>
              <Button
                variant="default"
                leftSection={<Icon name="play" size={14} />}
                disabled={!picked.some(each => each.paused)}
                onClick={() => void pause(false)}
              >
                {messages.contributorsPage.resume}
              </Button>
              <Button variant="default" leftSection={<Icon name="close" size={14} />} onClick={() => void remove()}>
                {messages.shared.remove}
              </Button>
            </>
          )}
        </PageToolbar>
      )}
      <PageBody>
        {list.data === undefined ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {list.data !== undefined && all.length === 0 ? (
          <EmptyState icon="people" text={messages.shared.noContributorsYet}>
            {share}
          </EmptyState>
        ) : undefined}
        {all.length > 0 && found.length === 0 ? (
          <EmptyState icon="search" text={messages.contributorsPage.nobodyMatches}>
            <Button variant="default" onClick={() => setSearch('')}>
              {messages.contributorsPage.clearSearch}
            </Button>
          </EmptyState>
        ) : undefined}
        {found.length === 0 ? undefined : (
          <Contributors
            rows={found}
            free={free}
            roles={list.data?.roles ?? []}
            loads={loads.data}
            chosen={chosen}
            onChoose={(id, on) => setChosen(new Set(on ? [...chosen, id] : [...chosen].filter(each => each !== id)))}
            onChooseAll={on => setChosen(new Set(on ? free.map(each => each.id) : []))}
          />
        )}
      </PageBody>
      <ShareDialog
        opened={sharing}
        onClose={() => setSharing(false)}
        projectId={project.id}
        contributors={all}
        roles={list.data?.roles ?? []}
      />
    </>
  );
}

interface ContributorsProps {
  readonly rows: readonly Contributor[];
  /** Those the caller may change. */
  readonly free: readonly Contributor[];
  readonly roles: readonly ProjectRole[];
  readonly loads: ReadonlyMap<number, number> | undefined;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (id: number, on: boolean) => void;
  readonly onChooseAll: (on: boolean) => void;
}

function Contributors({ rows, free, roles, loads, chosen, onChoose, onChooseAll }: ContributorsProps): JSX.Element {
  const panels = usePanels('projects.contributor');
  const all = free.length > 0 && free.every(each => chosen.has(each.id));
  return (
    <Table.ScrollContainer minWidth={960}>
      <Table highlightOnHover highlightOnHoverColor="var(--loupe-hover)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36}>
              <Checkbox
                aria-label={messages.contributorsPage.selectAll}
                disabled={free.length === 0}
                checked={all}
                indeterminate={!all && chosen.size > 0}
                onChange={event => onChooseAll(event.currentTarget.checked)}
              />
            </Table.Th>
            <Table.Th miw={190}>{messages.shared.name}</Table.Th>
            <Table.Th w={160} miw={150}>
              {messages.shared.role}
            </Table.Th>
            <Table.Th w={100}>{messages.contributorsPage.state}</Table.Th>
            {panels.map(each => (
              <Table.Th key={each.name} w={120}>
                {each.declaration.title}
              </Table.Th>
            ))}
            <Table.Th w={120}>{messages.contributorsPage.extraRights}</Table.Th>
            <Table.Th w={70} ta="right">
              {messages.contributorsPage.items}
            </Table.Th>
            <Table.Th w={80}>{messages.contributorsPage.working}</Table.Th>
            <Table.Th w={40} aria-label={messages.shared.actions} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(each => (
            <ContributorLine
              key={each.id}
              contributor={each}
              roles={roles}
              assigned={loads?.get(each.id)}
              chosen={chosen.has(each.id)}
              onChoose={on => onChoose(each.id, on)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
