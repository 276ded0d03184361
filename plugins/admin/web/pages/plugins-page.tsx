import { Alert, Button, Drawer, Group, SegmentedControl, Skeleton, Space, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, longDate, PageBody, PageHeader, PageToolbar, SearchBox, shortDate, StatusChip } from '#core/ui/web/index.ts';
import { additionsOf } from '#plugins/organization/common/contributions.ts';
import { stateOf } from '../../common/plugin-summary.ts';
import type { InstalledPlugin } from '../../common/plugins-api.ts';
import { AdminClient } from '../admin-client.ts';
import { AdminTabs } from '../admin-tabs.tsx';
import { PluginDetails } from '../plugin-details.tsx';

const KINDS = [{ value: 'all', label: 'All' }, { value: 'outside', label: 'From outside' }, { value: 'faults', label: 'With faults' }];

const passes = (plugin: InstalledPlugin, kind: string, wanted: string): boolean =>
  `${plugin.title} ${plugin.id} ${plugin.description}`.toLowerCase().includes(wanted) && (kind === 'all' || (kind === 'outside' ? plugin.folder !== null : plugin.failed || plugin.faultCount > 0));

/** Plugins of this installation: what they add, whether they are on, how they fare. */
export default function PluginsPage(): JSX.Element {
  const { plugins: api } = useService(AdminClient);
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState('all');
  const [params, setParams] = useSearchParams();
  const list = useQuery({ queryKey: ['admin', 'plugins'], queryFn: () => api.listInstalledPlugins() });
  if (list.error !== null && list.data === undefined) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data?.data ?? [];
  const found = all.filter(each => passes(each, kind, search.trim().toLowerCase()));
  const opened = all.find(each => each.id === params.get('plugin'));
  const open = (id: string | undefined): void => setParams(id === undefined ? {} : { plugin: id });
  return (
    <>
      <PageHeader title="Plugins" {...(list.data === undefined ? {} : { count: all.length })}>
        <Button variant="default" leftSection={<Icon name="refresh" size={14} />} loading={list.isFetching} onClick={() => void list.refetch()}>Refresh</Button>
      </PageHeader>
      <AdminTabs />
      <Space h="sm" />
      <PageToolbar>
        <SearchBox value={search} onChange={setSearch} label="Search plugins" />
        <SegmentedControl aria-label="Which plugins" data={KINDS} value={kind} onChange={setKind} />
      </PageToolbar>
      <PageBody>
        {(list.data?.refused ?? []).map(each => (
          <Alert key={each.folder} color="red" icon={<Icon name="warning" />} title={`${each.folder} was refused`} mb="sm">{each.reason}</Alert>
        ))}
        {list.data === undefined ? [0, 1, 2, 3].map(each => <Skeleton key={each} h={44} mb="xs" />) : found.length === 0 ? (
          <EmptyState icon="plugin" text={kind === 'outside' && search === '' ? 'No plugin from outside. PLUGINS_DIR names their folder.' : kind === 'faults' && search === '' ? 'No faults since the server started.' : 'No plugins match.'}>
            <Button variant="default" onClick={() => { setSearch(''); setKind('all'); }}>Show all</Button>
          </EmptyState>
        ) : (
          <Table highlightOnHover stickyHeader aria-label="Plugins">
            <Table.Thead bg="var(--loupe-page)"><Table.Tr><Table.Th>Plugin</Table.Th><Table.Th w={150}>Version</Table.Th><Table.Th w={170}>State</Table.Th><Table.Th>Adds</Table.Th><Table.Th w={80} ta="right">Faults</Table.Th><Table.Th w={120}>Last use</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>{found.map(each => <Row key={each.id} plugin={each} onOpen={() => open(each.id)} />)}</Table.Tbody>
          </Table>
        )}
      </PageBody>
      <Drawer opened={opened !== undefined} onClose={() => open(undefined)} position="right" size="xl" title={<Group gap="xs"><Text fw={600}>{opened?.title}</Text><Text c="var(--loupe-muted)">{opened?.id}</Text></Group>}>
        {opened === undefined ? undefined : <PluginDetails plugin={opened} titleOf={id => all.find(each => each.id === id)?.title ?? id} onOpen={open} />}
      </Drawer>
    </>
  );
}

function Row({ plugin, onOpen }: { readonly plugin: InstalledPlugin; readonly onOpen: () => void }): JSX.Element {
  const { label, tone } = stateOf(plugin);
  return (
    <Table.Tr style={{ cursor: 'pointer' }} onClick={onOpen}>
      <Table.Td>
        <Text fw={500} component="button" type="button" style={{ all: 'unset', cursor: 'pointer', fontWeight: 500 }} className="mantine-focus-auto" onClick={event => { event.stopPropagation(); onOpen(); }}>{plugin.title}</Text>
        <Text size="sm" c="var(--loupe-muted)">{plugin.description || plugin.id}</Text>
      </Table.Td>
      <Table.Td>{plugin.version}<Text size="sm" c="var(--loupe-muted)">{plugin.folder === null ? 'Bundled' : 'From outside'}</Text></Table.Td>
      <Table.Td><StatusChip label={label} color={`var(--loupe-${tone})`} />{plugin.reason === null || plugin.failed ? undefined : <Text size="sm" c="var(--loupe-muted)">{plugin.reason}</Text>}</Table.Td>
      <Table.Td><Text size="sm">{additionsOf(plugin)}</Text></Table.Td>
      <Table.Td ta="right">{plugin.faultCount === 0 ? '' : plugin.faultCount.toLocaleString('en')}</Table.Td>
      <Table.Td><Text c="var(--loupe-muted)" title={plugin.lastUse === null ? undefined : longDate(plugin.lastUse)}>{plugin.lastUse === null ? '' : shortDate(plugin.lastUse)}</Text></Table.Td>
    </Table.Tr>
  );
}
