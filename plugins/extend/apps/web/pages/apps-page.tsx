import { Button, FileButton, Menu, Skeleton, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  downloadFile,
  EmptyState,
  ErrorPanel,
  Icon,
  longDate,
  PageBody,
  PageHeader,
  PageToolbar,
  RowMenu,
  SearchBox,
  shortDate,
  StatusChip,
  toast,
  toastError,
  useDebounced,
} from '#core/ui/web/index.ts';
import type { AppState, AppView } from '../../common/app.ts';
import { MOST_APPS } from '../../common/app.ts';
import { AppKeys } from '../app-keys.ts';
import { placeWords, stateWords } from '../app-words.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import { NewAppDialog } from '../new-app-dialog.tsx';

/** The apps of a team: what they are, where they stand, how they do. */
export default function AppsPage(): JSX.Element {
  const addressOf = useAddressOf();
  const { api } = useService(AppsClient);
  const keys = useService(AppKeys);
  const team = useTeam();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [state, setState] = useState<string | null>(null);
  const [creating, setCreating] = useState(false);
  const [importing, setImporting] = useState(false);
  const asked = useDebounced(text.trim());
  const filter = { ...(asked === '' ? {} : { text: asked }), ...(state === null ? {} : { state: state as AppState }) };
  const filtered = Object.keys(filter).length > 0;
  const list = useQuery({
    queryKey: [...appsKey(team.id), 'list', filter],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.searchApps({ params: { team_id: team.id }, body: { ...filter, limit: MOST_APPS }, signal }),
  });
  const apps = list.data?.data ?? [];
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: appsKey(team.id) });
  const address = (app: { readonly id: number }): string => `/t/${team.id}/apps/${app.id}/edit`;
  const params = (app: AppView): { readonly team_id: number; readonly app_id: number } => ({
    team_id: team.id,
    app_id: app.id,
  });
  useEffect(() => keys.give({ newApp: () => setCreating(true) }), [keys]);

  const attempt = async (work: () => Promise<unknown>, done?: string): Promise<void> => {
    try {
      await work();
      if (done !== undefined) toast(done, { tone: 'success' });
      await refresh();
    } catch (error) {
      toastError(error);
    }
  };
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setImporting(true);
    await attempt(async () => navigate(address(await api.importApp({ params: { team_id: team.id }, body: file }))));
    setImporting(false);
  };
  const remove = async (app: AppView): Promise<void> => {
    if (
      await confirm({
        title: messages.appsPage.deleteApp,
        text: messages.appsPage.nameGoesWithItsVersions(app.name),
        action: messages.shared.delete,
        danger: true,
      })
    )
      await attempt(() => api.deleteApp({ params: params(app) }), messages.appsPage.nameIsDeleted(app.name));
  };
  const swap = (app: AppView): Promise<void> => {
    const off = app.state === 'published';
    return attempt(
      () => api.setAppState({ params: params(app), body: { state: off ? 'disabled' : 'published' } }),
      off ? messages.appsPage.isOffNobodyCanOpen(app.name) : messages.appsPage.isOnAgain(app.name),
    );
  };
  const give = (app: AppView): Promise<void> =>
    attempt(async () => downloadFile(`${app.name}.zip`, await (await api.exportApp({ params: params(app) })).blob()));
  return (
    <>
      <PageHeader title={messages.appsPage.apps} {...(list.data === undefined ? {} : { count: list.data.total_count })}>
        <FileButton accept=".zip,application/zip" onChange={file => void take(file)}>
          {props => (
            <Button {...props} variant="default" loading={importing} leftSection={<Icon name="upload" size={14} />}>
              {messages.appsPage.import}
            </Button>
          )}
        </FileButton>
        <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setCreating(true)}>
          {messages.shared.newApp}
        </Button>
      </PageHeader>
      <PageToolbar>
        <SearchBox value={text} onChange={setText} label={messages.appsPage.searchApps} />
        <Select
          aria-label={messages.appsPage.state}
          placeholder={messages.appsPage.anyState}
          clearable
          w={140}
          data={Object.entries(stateWords).map(([value, { label }]) => ({ value, label }))}
          value={state}
          onChange={setState}
        />
      </PageToolbar>
      <PageBody>
        {list.error !== null && list.data === undefined ? (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        ) : undefined}
        {list.isPending ? [0, 1, 2].map(each => <Skeleton key={each} h={44} mb="xs" />) : undefined}
        {list.data !== undefined && apps.length === 0 ? (
          <EmptyState
            icon="apps"
            text={filtered ? messages.appsPage.noAppMatches : messages.appsPage.writeScreensOfYourOwn}
          >
            {filtered ? undefined : <Button onClick={() => setCreating(true)}>{messages.shared.newApp}</Button>}
          </EmptyState>
        ) : undefined}
        {apps.length === 0 ? undefined : (
          <Table highlightOnHover layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.shared.name}</Table.Th>
                <Table.Th w={160}>{messages.shared.whereItAppears}</Table.Th>
                <Table.Th w={72}>{messages.appsPage.version}</Table.Th>
                <Table.Th w={104}>{messages.appsPage.state}</Table.Th>
                <Table.Th w={170}>{messages.appsPage.author}</Table.Th>
                <Table.Th w={96}>{messages.shared.published}</Table.Th>
                <Table.Th w={104}>{messages.appsPage.errors24H}</Table.Th>
                <Table.Th w={44} aria-label={messages.appsPage.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {apps.map(app => (
                <Table.Tr key={app.id}>
                  <Table.Td>
                    <div className={classes['named']}>
                      <Icon name={app.icon} size={18} />
                      <div>
                        <Text size="sm" fw={500} truncate>
                          <Link to={address(app)}>{app.name}</Link>
                        </Text>
                        {app.description === '' ? undefined : (
                          <Text size="sm" c="var(--loupe-muted)" truncate title={app.description}>
                            {app.description}
                          </Text>
                        )}
                      </div>
                    </div>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" lineClamp={2}>
                      {[...new Set(app.mounts.map(each => placeWords[each.place]))].join(', ') ||
                        messages.appsPage.nowhere}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">{app.version ?? '–'}</Text>
                  </Table.Td>
                  <Table.Td>
                    <StatusChip {...stateWords[app.state]} />
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--loupe-muted)" truncate title={addressOf(app.author)}>
                      {addressOf(app.author)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text
                      size="sm"
                      c="var(--loupe-muted)"
                      {...(app.publishedAt === null ? {} : { title: longDate(app.publishedAt) })}
                    >
                      {app.publishedAt === null ? '–' : shortDate(app.publishedAt)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c={app.errors24h > 0 ? 'var(--loupe-danger)' : 'var(--loupe-muted)'}>
                      {app.errors24h.toLocaleString('en')}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <RowMenu of={app.name}>
                      <Menu.Item leftSection={<Icon name="edit" />} onClick={() => void navigate(address(app))}>
                        {messages.appsPage.edit}
                      </Menu.Item>
                      <Menu.Item
                        leftSection={<Icon name="shield" />}
                        onClick={() => void navigate(`${address(app)}?view=permissions`)}
                      >
                        {messages.shared.permissions}
                      </Menu.Item>
                      {app.version === null ? undefined : (
                        <Menu.Item
                          leftSection={<Icon name={app.state === 'published' ? 'pause' : 'play'} />}
                          onClick={() => void swap(app)}
                        >
                          {app.state === 'published' ? messages.appsPage.switchOff : messages.appsPage.switchOn}
                        </Menu.Item>
                      )}
                      <Menu.Item leftSection={<Icon name="download" />} onClick={() => void give(app)}>
                        {messages.appsPage.export}
                      </Menu.Item>
                      <Menu.Item
                        leftSection={<Icon name="trash" />}
                        c="var(--loupe-danger)"
                        onClick={() => void remove(app)}
                      >
                        {messages.shared.delete}
                      </Menu.Item>
                    </RowMenu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
      <NewAppDialog
        opened={creating}
        onClose={() => setCreating(false)}
        onMade={app => {
          setCreating(false);
          void refresh();
          void navigate(address(app));
        }}
      />
    </>
  );
}
