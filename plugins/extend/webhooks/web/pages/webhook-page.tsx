import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { notFound } from '#core/base/common/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  ErrorPanel,
  Icon,
  longDate,
  PageBody,
  toast,
  toastError,
  useOnceAtATime,
  usePageName,
} from '#core/ui/web/index.ts';
import type { WebhookSettings, WebhookView } from '../../common/api.ts';
import { MOST_FAILURES } from '../../common/back-off.ts';
import { Deliveries } from '../deliveries.tsx';
import { messages } from '../messages.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { WebhookForm } from '../webhook-form.tsx';
import { WebhooksClient, webhooksKey } from '../webhooks-client.ts';

/** One webhook with its deliveries. */
export default function WebhookPage(): JSX.Element {
  const { api } = useService(WebhooksClient);
  const team = useTeam();
  const id = Number(useParams()['webhookId']);
  const list = useQuery({
    queryKey: [...webhooksKey(team.id), 'list'],
    queryFn: async () => (await api.listWebhooks()).data,
  });
  const webhook = list.data?.find(each => each.id === id);
  usePageName(webhook?.name);
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data !== undefined && webhook === undefined && !list.isFetching)
    return <ErrorPanel error={notFound(messages.webhookPage.theWebhook)} />;
  return (
    <PageBody>
      <Button
        mt="md"
        variant="default"
        component={Link}
        to={`/t/${team.id}/setup/webhooks`}
        leftSection={<Icon name="back" size={14} />}
      >
        {messages.webhookPage.all}
      </Button>
      {webhook === undefined ? <Skeleton h={200} mt="md" /> : <Details webhook={webhook} />}
    </PageBody>
  );
}

function Details({ webhook }: { readonly webhook: WebhookView }): JSX.Element {
  const { api } = useService(WebhooksClient);
  const team = useTeam();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const params = { webhook_id: webhook.id };
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: webhooksKey(team.id) });
  const save = async (settings: WebhookSettings, enabled: boolean): Promise<void> => {
    await api.updateWebhook({ params, body: { ...settings, enabled, version: webhook.version } });
    setEditing(false);
    await refresh();
  };
  const testing = useMutation({
    mutationFn: async () => {
      await api.testWebhook({ params });
      toast(messages.webhookPage.testSent);
      await refresh();
    },
    onError: toastError,
  });
  const test = useOnceAtATime(testing);
  const rotate = async (): Promise<void> => {
    const sure = await confirm({
      title: messages.webhookPage.rotateTitle,
      text: messages.webhookPage.rotateText,
      action: messages.webhookPage.rotate,
    });
    if (!sure) return;
    setSecret((await api.rotateWebhookSecret({ params, body: { version: webhook.version } })).secret);
    await refresh();
  };
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: messages.webhookPage.deleteTitle(webhook.name),
      text: messages.webhookPage.deleteText,
      action: messages.webhookPage.delete,
      danger: true,
    });
    if (!sure) return;
    await api.deleteWebhook({ params });
    toast(messages.webhookPage.deleted(webhook.name), { tone: 'success' });
    void navigate(`/t/${team.id}/setup/webhooks`);
    await refresh();
  };
  return (
    <Stack gap="md" mt="md">
      <Group justify="space-between" align="start">
        <div>
          <Title order={2}>{webhook.name}</Title>
          <Text c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
            {webhook.url}
          </Text>
        </div>
        <Group gap="xs">
          <Button loading={testing.isPending} onClick={() => test()}>
            {messages.webhookPage.test}
          </Button>
          <Button variant="default" onClick={() => setEditing(true)}>
            {messages.webhookPage.edit}
          </Button>
          <Button variant="default" onClick={() => void rotate().catch(toastError)}>
            {messages.webhookPage.rotate}
          </Button>
          <Button variant="default" c="var(--loupe-danger)" onClick={() => void remove().catch(toastError)}>
            {messages.webhookPage.delete}
          </Button>
        </Group>
      </Group>
      {webhook.enabled ? undefined : (
        <Alert color="orange">
          {webhook.failures >= MOST_FAILURES
            ? messages.webhookPage.switchedOffFailing
            : messages.webhookPage.switchedOff}
        </Alert>
      )}
      {webhook.oldSecretUntil === null ? undefined : (
        <Text>{messages.webhookPage.oldSecret(longDate(webhook.oldSecretUntil))}</Text>
      )}
      <Deliveries webhookId={webhook.id} />
      <WebhookForm opened={editing} webhook={webhook} onClose={() => setEditing(false)} onSubmit={save} />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </Stack>
  );
}
