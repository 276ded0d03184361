import { Anchor, Button, Drawer, Group, SegmentedControl, Skeleton, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, EmptyState, ErrorPanel, longDate, SearchBox, shortDate, StatusChip, toast, toastError, useLatestParams } from '#core/ui/web/index.ts';
import type { OrganizationPlugin, OrganizationPlugins, PluginChoice } from '../common/api.ts';
import { organizationApi } from '../common/api.ts';
import { additionsOf } from '../common/contributions.ts';
import { switchQuestion } from '../common/switch-question.ts';
import { OrganizationPluginDetails } from './organization-plugin-details.tsx';

const CHOICES: readonly { readonly value: PluginChoice; readonly label: string }[] = [{ value: 'default', label: 'Default' }, { value: 'on', label: 'On' }, { value: 'off', label: 'Off' }];
const KINDS = [{ value: 'all', label: 'All' }, { value: 'on', label: 'On' }, { value: 'off', label: 'Off' }, { value: 'faults', label: 'With faults' }];

/** Key of the query for an organization's plugins, for those who change what they depend on. */
export const organizationPluginsKey = (organizationId: number): readonly unknown[] => ['organization', 'plugins', organizationId];

/** The plugins of an organization. */
export function useOrganizationPlugins(organizationId: number): UseQueryResult<OrganizationPlugins> {
  const api = client(organizationApi, useService(Transport));
  return useQuery({ queryKey: organizationPluginsKey(organizationId), queryFn: () => api.listOrganizationPlugins({ params: { organization_id: organizationId } }) });
}

const passes = (plugin: OrganizationPlugin, kind: string, wanted: string): boolean =>
  `${plugin.title} ${plugin.id} ${plugin.description}`.toLowerCase().includes(wanted) && (kind === 'all' || (kind === 'faults' ? plugin.failed || plugin.faultCount > 0 : plugin.enabled === (kind === 'on')));

/** Every plugin as an organization has it, with its switches. Search and what is open stand in the address. */
export function PluginSwitches({ organizationId }: { readonly organizationId: number }): JSX.Element {
  const api = client(organizationApi, useService(Transport));
  const queries = useQueryClient();
  const [params, setParams] = useLatestParams();
  const list = useOrganizationPlugins(organizationId);
  const name = list.data?.organization.name ?? '';
  const change = useMutation({
    mutationFn: ({ plugin, choice }: { readonly plugin: OrganizationPlugin; readonly choice: PluginChoice }) => api.switchPlugin({ params: { organization_id: organizationId, plugin: plugin.id }, body: { choice } }),
    onSuccess(after, { plugin, choice }) {
      queries.setQueryData(organizationPluginsKey(organizationId), after);
      const now = after.data.find(each => each.id === plugin.id);
      const kept = choice === 'on' && now?.enabled === false;
      toast(kept ? `${plugin.title} stays off for ${name}: ${now.reason}.` : `${plugin.title} is ${now?.enabled === true ? 'on' : 'off'} for ${name} from the next call on.`, kept ? {} : { tone: 'success' });
    },
    onError: toastError,
  });
  const choose = async (plugin: OrganizationPlugin, choice: PluginChoice): Promise<void> => {
    try {
      const question = switchQuestion(plugin.title, name, await api.previewSwitch({ params: { organization_id: organizationId, plugin: plugin.id }, query: { choice } }));
      if (question === undefined || await confirm(question)) change.mutate({ plugin, choice });
    } catch (error) {
      toastError(error);
    }
  };
  const set = (key: string, value: string): void => setParams(before => {
    const after = new URLSearchParams(before);
    if (value === '') after.delete(key);
    else after.set(key, value);
    return after;
  });

  if (list.error !== null && list.data === undefined) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const all = list.data?.data ?? [];
  const [search, kind] = [params.get('search') ?? '', params.get('kind') ?? 'all'];
  const found = all.filter(each => passes(each, kind, search.trim().toLowerCase()));
  const opened = all.find(each => each.id === params.get('plugin'));
  const titleOf = (id: string): string => all.find(each => each.id === id)?.title ?? id;
  return (
    <>
      <Group role="toolbar" gap="sm" my="sm">
        <SearchBox value={search} onChange={value => set('search', value)} label="Search plugins" />
        <SegmentedControl aria-label="Which plugins" data={KINDS} value={kind} onChange={value => set('kind', value === 'all' ? '' : value)} />
      </Group>
      {list.data === undefined ? [0, 1, 2, 3].map(each => <Skeleton key={each} h={52} mb="xs" />) : found.length === 0 ? (
        <EmptyState icon="plugin" text={kind === 'faults' && search === '' ? 'No faults since the server started.' : 'No plugins match.'}><Button variant="default" onClick={() => setParams(() => new URLSearchParams())}>Show all</Button></EmptyState>
      ) : (
        <Table stickyHeader aria-label="Plugins">
          <Table.Thead bg="var(--loupe-page)"><Table.Tr><Table.Th>Plugin</Table.Th><Table.Th w={180}>Adds</Table.Th><Table.Th w={190}>State</Table.Th><Table.Th w={110}>Last use</Table.Th><Table.Th w={190}>Choice</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>{found.map(each => <Row key={each.id} plugin={each} titleOf={titleOf} busy={change.isPending} onOpen={() => set('plugin', each.id)} onChoose={choice => void choose(each, choice)} />)}</Table.Tbody>
        </Table>
      )}
      <Drawer opened={opened !== undefined} onClose={() => set('plugin', '')} position="right" size="xl" title={<Group gap="xs"><Text fw={600}>{opened?.title}</Text><Text c="var(--loupe-muted)">{opened?.id}</Text></Group>}>
        {opened === undefined ? undefined : <OrganizationPluginDetails plugin={opened} titleOf={titleOf} onOpen={id => set('plugin', id)} />}
      </Drawer>
    </>
  );
}

interface RowProps {
  readonly plugin: OrganizationPlugin;
  readonly titleOf: (id: string) => string;
  readonly busy: boolean;
  readonly onOpen: () => void;
  readonly onChoose: (choice: PluginChoice) => void;
}

function Row({ plugin, titleOf, busy, onOpen, onChoose }: RowProps): JSX.Element {
  const adds = additionsOf(plugin);
  return (
    <Table.Tr>
      <Table.Td>
        <Text span fw={500}>{plugin.title}</Text> <Text span size="sm" c="var(--loupe-muted)">{plugin.version}{plugin.outside ? ', from outside' : ''}</Text>
        <Text size="sm" c="var(--loupe-muted)">{plugin.description || plugin.id}</Text>
        {plugin.requiredBy.length === 0 ? undefined : <Text size="sm" c="var(--loupe-muted)">Required by {plugin.requiredBy.map(titleOf).join(', ')}</Text>}
      </Table.Td>
      <Table.Td><Anchor component="button" type="button" size="sm" ta="left" aria-label={`Details of ${plugin.title}: ${adds === '' ? 'adds nothing that is listed' : adds}`} onClick={onOpen}>{adds === '' ? 'Details' : adds}</Anchor></Table.Td>
      <Table.Td>
        <StatusChip label={plugin.failed ? 'Did not start' : plugin.locked ? 'Always on' : plugin.enabled ? 'On' : 'Off'} color={`var(--loupe-${plugin.failed ? 'danger' : plugin.enabled ? 'success' : 'muted'})`} />
        {plugin.reason === null || plugin.failed ? undefined : <Text size="sm" c="var(--loupe-muted)" mt={2}>{plugin.reason}</Text>}
        {plugin.faultCount === 0 ? undefined : <Text size="sm" c="var(--loupe-danger)" mt={2}>{plugin.faultCount.toLocaleString('en')} {plugin.faultCount === 1 ? 'fault' : 'faults'}{plugin.faults[0] === undefined ? '' : `, last ${shortDate(plugin.faults[0].at)}`}</Text>}
      </Table.Td>
      <Table.Td><Text c="var(--loupe-muted)" title={plugin.lastUse === null ? undefined : longDate(plugin.lastUse)}>{plugin.lastUse === null ? '' : shortDate(plugin.lastUse)}</Text></Table.Td>
      <Table.Td>{plugin.locked ? undefined : <SegmentedControl aria-label={`Choice for ${plugin.title}`} data={[...CHOICES]} value={plugin.choice} disabled={busy || !plugin.switchable} onChange={value => onChoose(value as PluginChoice)} />}</Table.Td>
    </Table.Tr>
  );
}
