import { Alert, Anchor, Code, Group, Spoiler, Stack, Table, Text, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, longDate, ShortcutKey } from '#core/ui/web/index.ts';
import type { InstalledPlugin } from '../common/plugins-api.ts';

/** All that is known of one plugin. `titleOf` gives the title of another, `onOpen` leads to it. */
export function PluginDetails({ plugin, titleOf, onOpen }: { readonly plugin: InstalledPlugin; readonly titleOf: (id: string) => string; readonly onOpen: (id: string) => void }): JSX.Element {
  const links = (ids: readonly string[]): ReactNode => ids.map((id, index) => <span key={id}>{index > 0 ? ', ' : ''}<Anchor component="button" type="button" onClick={() => onOpen(id)}>{titleOf(id)}</Anchor></span>);
  const { on, off } = plugin.choices;
  return (
    <Stack gap="lg">
      {plugin.failed ? <Alert color="red" icon={<Icon name="warning" />} title="It did not start">{plugin.faults.at(-1)?.message}. It is off for everybody until the server starts with a mended one.</Alert> : undefined}
      {plugin.description === '' ? undefined : <Text>{plugin.description}</Text>}
      <Table variant="vertical" aria-label="Facts" layout="fixed">
        <Table.Tbody>
          <Fact name="Version">{plugin.version} · {plugin.folder === null ? 'bundled' : `from outside, folder ${plugin.folder}`}</Fact>
          <Fact name="State">{plugin.locked ? 'Always on' : plugin.enabled ? 'On by default' : plugin.reason}{on + off === 0 ? '' : `; ${[on > 0 ? `${on} ${on === 1 ? 'organization' : 'organizations'} chose on` : '', off > 0 ? `${off} chose off` : ''].filter(each => each !== '').join(', ')}`}</Fact>
          <Fact name="Requires">{plugin.requires.length === 0 ? 'Nothing' : links(plugin.requires)}</Fact>
          <Fact name="Required by">{plugin.requiredBy.length === 0 ? 'Nothing' : links(plugin.requiredBy)}</Fact>
          <Fact name="Last use">{plugin.lastUse === null ? 'Not since the server started' : `${longDate(plugin.lastUse)}; ${plugin.uses.toLocaleString('en')} calls and jobs since the server started`}</Fact>
        </Table.Tbody>
      </Table>
      <Part title="Faults" count={plugin.faultCount}>
        <Text size="sm" c="var(--loupe-muted)">Since the server started, newest first{plugin.faultCount > plugin.faults.length ? `; the last ${plugin.faults.length} are kept` : ''}.</Text>
        {plugin.faults.map((fault, index) => (
          <div key={index}>
            <Text><Text span fw={500}>{fault.message}</Text></Text>
            <Text size="sm" c="var(--loupe-muted)">{fault.where} · {longDate(fault.at)}</Text>
            {fault.stack === null ? undefined : <Spoiler maxHeight={54} showLabel="Show the stack" hideLabel="Hide"><Code block>{fault.stack}</Code></Spoiler>}
          </div>
        ))}
      </Part>
      <Part title="Pages" count={plugin.routes.length}>
        <Rows rows={plugin.routes.map(each => [each.title, each.path.includes(':') ? <Code key="path">{each.path}</Code> : <Anchor key="path" component={Link} to={each.path}>{each.path}</Anchor>, each.access])} />
      </Part>
      <Part title="Commands" count={plugin.commands.length}>
        <Rows rows={plugin.commands.map(each => [each.title, <Group key="keys" gap={4}>{each.keys.map(key => <ShortcutKey key={key} chord={key} />)}</Group>, each.access])} />
      </Part>
      <Part title="Panels" count={plugin.panels.length}><Rows rows={plugin.panels.map(each => [each.title, <Code key="place">{each.place}</Code>])} /></Part>
      <Part title="Menus" count={plugin.menus.length}><Rows rows={plugin.menus.map(each => [<Code key="place">{each.place}</Code>, each.entries.join(', ')])} /></Part>
      <Part title="Calls" count={plugin.operations.length}><Rows rows={plugin.operations.map(each => [<Code key="call">{each.method} {each.path}</Code>, each.summary, each.access])} /></Part>
      <Part title="Jobs" count={plugin.jobs.length}><Rows rows={plugin.jobs.map(each => [each.title, <Code key="name">{each.name}</Code>])} /></Part>
      <Part title="Tables" count={plugin.tables.length}><Text ff="monospace" size="sm">{plugin.tables.join(', ')}</Text></Part>
    </Stack>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): JSX.Element {
  return <Table.Tr><Table.Th w={120}>{name}</Table.Th><Table.Td>{children}</Table.Td></Table.Tr>;
}

/** A list of one kind; left out when it is empty. */
function Part({ title, count, children }: { readonly title: string; readonly count: number; readonly children: ReactNode }): JSX.Element | undefined {
  if (count === 0) return undefined;
  return <section aria-label={title}><Title order={3} mb={4}>{title} <Text span c="var(--loupe-muted)">{count.toLocaleString('en')}</Text></Title><Stack gap="xs">{children}</Stack></section>;
}

function Rows({ rows }: { readonly rows: readonly (readonly ReactNode[])[] }): JSX.Element {
  return <Table fz="sm"><Table.Tbody>{rows.map((cells, index) => <Table.Tr key={index}>{cells.map((cell, column) => <Table.Td key={column} style={{ overflowWrap: 'anywhere' }}>{cell}</Table.Td>)}</Table.Tr>)}</Table.Tbody></Table>;
}
