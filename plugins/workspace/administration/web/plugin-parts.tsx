import { Anchor, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ShortcutKey } from '#core/ui/web/index.ts';
import type { Contributions } from '../common/contributions.ts';
import { messages } from './messages.ts';

/** Rows of `Fact`. */
export function Facts({ children }: { readonly children: ReactNode }): JSX.Element {
  return (
    <Table variant="vertical" aria-label={messages.pluginParts.facts} layout="fixed">
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}

/** A name and what is known. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): JSX.Element {
  return (
    <Table.Tr>
      <Table.Th w={120}>{name}</Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

/** Other plugins by title, each leading to its own facts; `Nothing` when there are none. */
export function PluginLinks({
  ids,
  titleOf,
  onOpen,
}: {
  readonly ids: readonly string[];
  readonly titleOf: (id: string) => string;
  readonly onOpen: (id: string) => void;
}): JSX.Element {
  if (ids.length === 0) return <>{messages.pluginParts.nothing}</>;
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <Anchor component="button" type="button" onClick={() => onOpen(id)}>
            {titleOf(id)}
          </Anchor>
        </span>
      ))}
    </>
  );
}

/** A list of one kind with its number; left out when it is empty. */
export function Part({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}): JSX.Element | undefined {
  if (count === 0) return undefined;
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title}{' '}
        <Text span c="var(--loupe-muted)">
          {count.toLocaleString('en')}
        </Text>
      </Title>
      <Stack gap="xs">{children}</Stack>
    </section>
  );
}

/** Everything that a plugin adds, by kind and name. */
export function ContributionParts({ plugin }: { readonly plugin: Contributions }): JSX.Element {
  return (
    <>
      <Part title={messages.pluginParts.pages} count={plugin.routes.length}>
        <Rows
          rows={plugin.routes.map(each => [
            each.title,
            each.path.includes(':') ? (
              <Code key="path">{each.path}</Code>
            ) : (
              <Anchor key="path" component={Link} to={each.path}>
                {each.path}
              </Anchor>
            ),
            each.access,
          ])}
        />
      </Part>
      <Part title={messages.pluginParts.commands} count={plugin.commands.length}>
        <Rows
          rows={plugin.commands.map(each => [
            each.title,
            <Group key="keys" gap={4}>
              {each.keys.map(key => (
                <ShortcutKey key={key} chord={key} />
              ))}
            </Group>,
            each.access,
          ])}
        />
      </Part>
      <Part title={messages.pluginParts.panels} count={plugin.panels.length}>
        <Rows rows={plugin.panels.map(each => [each.title, <Code key="place">{each.place}</Code>])} />
      </Part>
      <Part title={messages.pluginParts.menus} count={plugin.menus.length}>
        <Rows rows={plugin.menus.map(each => [<Code key="place">{each.place}</Code>, each.entries.join(', ')])} />
      </Part>
      <Part title={messages.pluginParts.calls} count={plugin.operations.length}>
        <Rows
          rows={plugin.operations.map(each => [
            <Code key="call">
              {each.method} {each.path}
            </Code>,
            each.summary,
            each.access,
          ])}
        />
      </Part>
      <Part title={messages.pluginParts.jobs} count={plugin.jobs.length}>
        <Rows rows={plugin.jobs.map(each => [each.title, <Code key="name">{each.name}</Code>])} />
      </Part>
      <Part title={messages.pluginParts.tables} count={plugin.tables.length}>
        <Text ff="monospace" size="sm">
          {plugin.tables.join(', ')}
        </Text>
      </Part>
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly (readonly ReactNode[])[] }): JSX.Element {
  return (
    <Table fz="sm">
      <Table.Tbody>
        {rows.map((cells, index) => (
          <Table.Tr key={index}>
            {cells.map((cell, column) => (
              <Table.Td key={column} style={{ overflowWrap: 'anywhere' }}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
