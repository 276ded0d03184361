import { Anchor, Box, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { JSX } from 'react';
import { useLocation } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import {
  EmptyState,
  ErrorPanel,
  PageBody,
  PageHeader,
  PageToolbar,
  SearchBox,
  useLatestParams,
} from '#core/ui/web/index.ts';
import type { ExtensionEntry, ExtensionSection } from '../../common/extension-map.ts';
import { extensionMap, searchMap } from '../../common/extension-map.ts';
import { AdminClient } from '../admin-client.ts';
import { messages } from '../messages.ts';
import { TabFigures } from '../tab-figures.tsx';

/**
 * The map for authors of plugins: every hook, place, command, page and call that this server has now, with its
 * documentation.
 */
export default function ExtensionsPage(): JSX.Element {
  const { plugins: api } = useService(AdminClient);
  const [params, change] = useLatestParams();
  const { hash } = useLocation();
  const loaded = useQuery({
    queryKey: ['admin', 'extensions'],
    queryFn: async () => {
      const [points, installed] = await Promise.all([api.listExtensionPoints(), api.listInstalledPlugins()]);
      return extensionMap({ ...points, plugins: installed.data });
    },
  });
  const search = params.get('search') ?? '';
  const found = useMemo(() => searchMap(loaded.data ?? [], search), [loaded.data, search]);

  useEffect(() => {
    // The entries come after the page: the browser has looked for the anchor before they were there.
    if (hash !== '' && loaded.data !== undefined)
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: 'start' });
  }, [hash, loaded.data]);

  if (loaded.error !== null && loaded.data === undefined)
    return <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />;
  const count = found.reduce((sum, each) => sum + each.entries.length, 0);
  return (
    <>
      <PageHeader title={messages.extensionsPage.extensionPoints} {...(loaded.data === undefined ? {} : { count })} />
      <PageToolbar>
        <SearchBox
          value={search}
          onChange={value => change(() => new URLSearchParams(value === '' ? {} : { search: value }))}
          label={messages.extensionsPage.searchExtensionPoints}
        />
        <Group component="nav" aria-label={messages.extensionsPage.kinds} gap="sm">
          {found.map(each => (
            <Anchor key={each.id} href={`#${each.id}`} size="sm">
              {each.title} {each.entries.length.toLocaleString('en')}
            </Anchor>
          ))}
          <Anchor href="#tab" size="sm">
            {messages.shared.thisTabNow}
          </Anchor>
        </Group>
      </PageToolbar>
      <PageBody>
        {loaded.data === undefined ? (
          <Skeleton h={300} />
        ) : found.length === 0 ? (
          <EmptyState icon="search" text={messages.extensionsPage.nothingMatches}>
            <Button variant="default" onClick={() => change(() => new URLSearchParams())}>
              {messages.shared.clearSearch}
            </Button>
          </EmptyState>
        ) : (
          <Stack gap={28} maw={1000}>
            {found.map(each => (
              <Section key={each.id} section={each} />
            ))}
          </Stack>
        )}
        {loaded.data === undefined ? undefined : (
          <Box mt={28} maw={1000}>
            <TabFigures />
          </Box>
        )}
      </PageBody>
    </>
  );
}

function Section({ section }: { readonly section: ExtensionSection }): JSX.Element {
  return (
    <section aria-labelledby={section.id}>
      <Title order={2} id={section.id}>
        {section.title}
      </Title>
      <Text c="var(--loupe-muted)" mb="sm">
        {section.how}
      </Text>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {section.entries.map(each => (
          <Entry key={each.anchor} entry={each} />
        ))}
      </Stack>
    </section>
  );
}

function Entry({ entry }: { readonly entry: ExtensionEntry }): JSX.Element {
  return (
    <li id={entry.anchor} style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 62px' }}>
      <Group gap="xs" align="baseline">
        <Anchor
          href={`#${encodeURIComponent(entry.anchor)}`}
          ff="monospace"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {entry.name}
        </Anchor>
        <Text size="sm" c="var(--loupe-muted)">
          {entry.owner}
        </Text>
      </Group>
      {entry.doc === '' ? undefined : <Text>{entry.doc}</Text>}
      {entry.usage === '' ? undefined : <Code style={{ overflowWrap: 'anywhere' }}>{entry.usage}</Code>}
      {entry.more === '' ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {entry.more}
        </Text>
      )}
    </li>
  );
}
