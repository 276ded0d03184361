import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import { linksApi } from '../common/api.ts';
import { messages } from './messages.ts';

/** Links of the team for the item that is open in the editor. */
export default function ItemLinksPanel({ context }: PanelProps): JSX.Element {
  const api = client(linksApi, useService(Transport));
  const params = { project_id: Number(context['projectId']), item_id: Number(context['itemId']) };
  const list = useQuery({
    queryKey: ['team-links', 'item', params.item_id],
    queryFn: async () => (await api.listItemLinks({ params })).data,
  });
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton h={60} m="sm" />;
  return (
    <Stack gap="xs" p="sm">
      {list.data.length === 0 ? <Text c="var(--loupe-muted)">{messages.itemLinksPanel.noLinksYet}</Text> : undefined}
      {list.data.map(link => (
        <Anchor key={link.id} href={link.address} target="_blank" rel="noreferrer">
          {link.title}
        </Anchor>
      ))}
    </Stack>
  );
}
