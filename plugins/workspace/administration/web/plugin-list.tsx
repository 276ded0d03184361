import { Anchor, Button, Group, Skeleton, Table, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { joinParts } from '#core/base/common/index.ts';
import { Drawer } from '#core/controls/web/index.ts';
import {
  EmptyState,
  longDate,
  SearchBox,
  Segments,
  shortDate,
  StatusChip,
  useLatestParams,
} from '#core/ui/web/index.ts';
import { additionsOf } from '../common/contributions.ts';
import type { ListedPlugin } from '../common/plugin-summary.ts';
import { isFound, stateOf } from '../common/plugin-summary.ts';
import { messages } from './messages.ts';

/** Some of the plugins, by a word in the toolbar. */
export interface PluginKind<P> {
  readonly value: string;
  readonly label: string;
  readonly passes: (plugin: P) => boolean;
  /** Text when there is none. */
  readonly none?: string;
}

interface PluginListProps<P> {
  /** Undefined while they are asked for. */
  readonly plugins: readonly P[] | undefined;
  /** Between `All` and `With errors`. */
  readonly kinds: readonly PluginKind<P>[];
  readonly isOutside: (plugin: P) => boolean;
  /** One more column, the last. */
  readonly more?: { readonly title: string; readonly width: number; readonly of: (plugin: P) => ReactNode };
  /** All that is known of one; `titleOf` gives the title of another, `onOpen` leads to it. */
  readonly details: (plugin: P, titleOf: (id: string) => string, onOpen: (id: string) => void) => ReactNode;
}

/** Plugins with their state and what they add. Search, kind and open parts are in the address. */
export function PluginList<P extends ListedPlugin>({
  plugins,
  kinds,
  isOutside,
  more,
  details,
}: PluginListProps<P>): JSX.Element {
  const [params, change] = useLatestParams();
  const set = (key: string, value: string): void =>
    change(now => {
      const next = new URLSearchParams(now);
      if (value === '') next.delete(key);
      else next.set(key, value);
      return next;
    });
  const all = plugins ?? [];
  const choices: readonly PluginKind<P>[] = [
    { value: 'all', label: messages.pluginList.all, passes: () => true },
    ...kinds,
    {
      value: 'faults',
      label: messages.pluginList.withFaults,
      passes: each => each.failed || each.faultCount > 0,
      none: messages.pluginList.noFaultsSinceTheServerStarted,
    },
  ];
  const search = params.get('search') ?? '';
  const kind = choices.find(each => each.value === params.get('kind')) ?? choices[0]!;
  const found = all.filter(each => kind.passes(each) && isFound(each, search));
  const opened = all.find(each => each.id === params.get('plugin'));
  const titleOf = (id: string): string => all.find(each => each.id === id)?.title ?? id;
  const open = (id: string): void => set('plugin', id);
  return (
    <>
      <Group role="toolbar" aria-label={messages.shared.plugins} gap="sm" my="sm">
        <SearchBox value={search} onChange={value => set('search', value)} label={messages.pluginList.searchPlugins} />
        <Segments
          aria-label={messages.pluginList.whichPlugins}
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={kind.value}
          onChange={value => set('kind', value === 'all' ? '' : value)}
        />
      </Group>
      {plugins === undefined ? (
        [0, 1, 2, 3].map(each => <Skeleton key={each} h={52} mb="xs" />)
      ) : found.length === 0 ? (
        <EmptyState
          icon="plugin"
          text={search === '' ? (kind.none ?? messages.pluginList.noPluginsMatch) : messages.pluginList.noPluginsMatch}
        >
          <Button variant="default" onClick={() => change(() => new URLSearchParams())}>
            {messages.pluginList.showAll}
          </Button>
        </EmptyState>
      ) : (
        <Table stickyHeader aria-label={messages.shared.plugins}>
          <Table.Thead bg="var(--loupe-page)">
            <Table.Tr>
              <Table.Th>{messages.pluginList.plugin}</Table.Th>
              <Table.Th w={180}>{messages.pluginList.adds}</Table.Th>
              <Table.Th w={190}>{messages.pluginList.state}</Table.Th>
              <Table.Th w={110}>{messages.shared.lastUse}</Table.Th>
              {more === undefined ? undefined : <Table.Th w={more.width}>{more.title}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map(each => (
              <Row key={each.id} plugin={each} outside={isOutside(each)} titleOf={titleOf} onOpen={() => open(each.id)}>
                {more?.of(each)}
              </Row>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Drawer
        opened={opened !== undefined}
        onClose={() => set('plugin', '')}
        position="right"
        size="xl"
        title={
          <Group gap="xs">
            <Text fw={600}>{opened?.title}</Text>
            <Text c="var(--loupe-muted)">{opened?.id}</Text>
          </Group>
        }
      >
        {opened === undefined ? undefined : details(opened, titleOf, open)}
      </Drawer>
    </>
  );
}

interface RowProps {
  readonly plugin: ListedPlugin;
  readonly outside: boolean;
  readonly titleOf: (id: string) => string;
  readonly onOpen: () => void;
  /** Content of the last column. */
  readonly children: ReactNode;
}

function Row({ plugin, outside, titleOf, onOpen, children }: RowProps): JSX.Element {
  const adds = additionsOf(plugin);
  const { label, tone } = stateOf(plugin);
  return (
    <Table.Tr>
      <Table.Td>
        <Text span fw={500}>
          {plugin.title}
        </Text>{' '}
        <Text span size="sm" c="var(--loupe-muted)">
          {plugin.version}
          {outside ? ', external' : ''}
        </Text>
        <Text size="sm" c="var(--loupe-muted)">
          {plugin.description || plugin.id}
        </Text>
        {plugin.requiredBy.length === 0 ? undefined : (
          <Text size="sm" c="var(--loupe-muted)">
            {messages.pluginList.requiredByName(plugin.requiredBy.map(titleOf).join(', '))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          aria-label={messages.pluginList.detailsOfTitle(plugin.title, adds)}
          onClick={onOpen}
        >
          {adds === '' ? messages.pluginList.details : adds}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <StatusChip label={label} color={`var(--loupe-${tone})`} />
        {plugin.reason === null || plugin.failed ? undefined : (
          <Text size="sm" c="var(--loupe-muted)" mt={2}>
            {plugin.reason}
          </Text>
        )}
        {plugin.faultCount === 0 ? undefined : (
          <Text size="sm" c="var(--loupe-danger)" mt={2}>
            {joinParts(
              messages.pluginList.faults(plugin.faultCount, plugin.faultCount.toLocaleString('en')),
              plugin.faults[0] === undefined
                ? undefined
                : messages.pluginList.lastShortDate(shortDate(plugin.faults[0].at)),
            )}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text c="var(--loupe-muted)" title={plugin.lastUse === null ? undefined : longDate(plugin.lastUse)}>
          {plugin.lastUse === null ? '' : shortDate(plugin.lastUse)}
        </Text>
      </Table.Td>
      {children === undefined ? undefined : <Table.Td>{children}</Table.Td>}
    </Table.Tr>
  );
}
