import { Breadcrumbs, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { ErrorPanel, fileSize, Icon, shortDate } from '#core/ui/web/index.ts';
import type { StoredFileEntry } from '../common/integration.ts';
import { messages } from './messages.ts';

/** Entries shown of one folder. */
const SHOWN = 500;

interface StorageBrowserProps {
  readonly name: string;
  /** Distinguishes two storages, and the callers. */
  readonly queryKey: readonly unknown[];
  readonly list: (path: string, signal: AbortSignal) => Promise<{ readonly files: readonly StoredFileEntry[] }>;
  /** The folder that is shown, `` for the root. */
  readonly path: string;
  readonly onPath: (path: string) => void;
}

/** Looks into a storage, folder by folder; changes nothing. */
export function StorageBrowser({ name, queryKey, list, path, onPath }: StorageBrowserProps): JSX.Element {
  const found = useQuery({
    queryKey: ['integrations', 'files', ...queryKey, path],
    queryFn: ({ signal }) => list(path, signal),
    retry: false,
  });
  const parts = path === '' ? [] : path.split('/');
  const files = [...(found.data?.files ?? [])].sort(
    (one, other) => Number(other.dir) - Number(one.dir) || one.name.localeCompare(other.name),
  );
  const last = (place: string): string => place.split('/').at(-1)!;
  return (
    <Stack gap="xs">
      <Breadcrumbs separator="/" separatorMargin={6} aria-label={messages.storageBrowser.folder}>
        {['', ...parts].map((part, at) =>
          at === parts.length ? (
            <Text key={part + at} size="sm" fw={500}>
              {at === 0 ? name : part}
            </Text>
          ) : (
            <UnstyledButton
              key={part + at}
              fz="sm"
              c="var(--loupe-accent)"
              onClick={() => onPath(parts.slice(0, at).join('/'))}
            >
              {at === 0 ? name : part}
            </UnstyledButton>
          ),
        )}
      </Breadcrumbs>
      {found.error !== null ? (
        <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        [0, 1, 2].map(each => <Skeleton key={each} h={28} />)
      ) : files.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)" py="sm">
          {messages.storageBrowser.nothingLiesHere}
        </Text>
      ) : (
        <div
          style={{ maxHeight: 320, overflow: 'auto', border: '1px solid var(--loupe-line)', borderRadius: 6 }}
          tabIndex={0}
          role="region"
          aria-label={messages.storageBrowser.files}
        >
          <Table layout="fixed" fz="sm" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.shared.name}</Table.Th>
                <Table.Th w={90}>{messages.storageBrowser.size}</Table.Th>
                <Table.Th w={110}>{messages.storageBrowser.changed}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {files.slice(0, SHOWN).map(each => (
                <Table.Tr key={each.name}>
                  <Table.Td
                    style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                    title={each.name}
                  >
                    {each.dir ? (
                      <UnstyledButton
                        fz="sm"
                        c="var(--loupe-accent)"
                        onClick={() => onPath(each.name.replace(/\/+$/, ''))}
                      >
                        <Icon name="folder" size={14} /> {last(each.name.replace(/\/+$/, ''))}
                      </UnstyledButton>
                    ) : (
                      <>
                        <Icon name="file" size={14} /> {last(each.name)}
                      </>
                    )}
                  </Table.Td>
                  <Table.Td c="var(--loupe-muted)">{each.dir ? '' : fileSize(each.size)}</Table.Td>
                  <Table.Td c="var(--loupe-muted)">{each.dir ? '' : shortDate(each.updatedAt)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {files.length > SHOWN ? (
        <Text size="xs" c="var(--loupe-muted)">
          {messages.storageBrowser.countMoreLieHere(files.length - SHOWN)}
        </Text>
      ) : undefined}
    </Stack>
  );
}
