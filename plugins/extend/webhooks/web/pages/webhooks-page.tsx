import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, PageBody, PageToolbar } from '#core/ui/web/index.ts';
import type { WebhookSettings, WebhookView } from '../../common/api.ts';
import { webhookEvents } from '../../common/webhook-events.ts';
import { messages } from '../messages.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { WebhookForm } from '../webhook-form.tsx';
import { WebhooksClient, webhooksKey } from '../webhooks-client.ts';

const titleOf = (type: string): string => webhookEvents.find(each => each.type === type)?.title ?? type;

const stateOf = ({ enabled, failures }: WebhookView): string => {
  if (!enabled) return messages.shared.off;
  return failures > 0 ? messages.shared.failing(failures) : messages.webhooksPage.on;
};

/** Webhooks of the team. */
export default function WebhooksPage(): JSX.Element {
  const { api } = useService(WebhooksClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const key = [...webhooksKey(team.id), 'list'];
  const list = useQuery({ queryKey: key, queryFn: async () => (await api.listWebhooks()).data });
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined)
    return (
      <PageBody>
        <Skeleton h={120} mt="md" />
      </PageBody>
    );
  const create = async (body: WebhookSettings): Promise<void> => {
    const made = await api.createWebhook({ body });
    setMaking(false);
    setSecret(made.secret);
    await queries.invalidateQueries({ queryKey: key });
  };
  const button = <Button onClick={() => setMaking(true)}>{messages.shared.newWebhook}</Button>;
  return (
    <>
      {list.data.length === 0 ? (
        <EmptyState icon="send" text={messages.webhooksPage.none}>
          {button}
        </EmptyState>
      ) : (
        <>
          <PageToolbar>
            <Text c="var(--loupe-muted)" style={{ flex: 1 }}>
              {messages.webhooksPage.intro}
            </Text>
            {button}
          </PageToolbar>
          <PageBody>
            <WebhookTable webhooks={list.data} teamId={team.id} />
          </PageBody>
        </>
      )}
      <WebhookForm opened={making} onClose={() => setMaking(false)} onSubmit={create} />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function WebhookTable({
  webhooks,
  teamId,
}: {
  readonly webhooks: readonly WebhookView[];
  readonly teamId: number;
}): JSX.Element {
  return (
    <Table aria-label={messages.shared.webhooks} stickyHeader>
      <Table.Thead bg="var(--loupe-page)">
        <Table.Tr>
          <Table.Th>{messages.shared.name}</Table.Th>
          <Table.Th>{messages.shared.events}</Table.Th>
          <Table.Th>{messages.webhooksPage.scope}</Table.Th>
          <Table.Th>{messages.webhooksPage.state}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {webhooks.map(each => (
          <Table.Tr key={each.id} h={48}>
            <Table.Td>
              <Anchor component={Link} to={`/t/${teamId}/setup/webhooks/${each.id}`} fw={500}>
                {each.name}
              </Anchor>
              <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
                {each.url}
              </Text>
            </Table.Td>
            <Table.Td>{each.events.map(titleOf).join(', ')}</Table.Td>
            <Table.Td>
              {each.project_ids.length === 0
                ? messages.shared.allProjects
                : messages.webhooksPage.projects(each.project_ids.length)}
            </Table.Td>
            <Table.Td {...(each.failures > 0 ? { c: 'var(--loupe-danger)' } : {})}>{stateOf(each)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
