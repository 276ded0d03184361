import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';

/** The address that other systems post to, for people who manage pipelines. */
export function WebhookAddress({
  pipelineId,
  nodeId,
}: {
  readonly pipelineId: number | undefined;
  readonly nodeId: string;
}): JSX.Element | undefined {
  const { intake } = useService(AutomationsClient);
  const team = useTeam();
  const manages = useCan('ManagePipelines');
  const list = useQuery({
    queryKey: [...automationsKey(team.id), 'webhooks'],
    queryFn: async () => (await intake.listIncomingWebhooks()).data,
    enabled: manages,
  });
  if (!manages) return undefined;
  const found = list.data?.find(each => each.pipeline_id === pipelineId && each.node_id === nodeId);
  if (found === undefined)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.nodeSettings.addressAfterSaving}
      </Text>
    );
  return (
    <TextInput
      label={messages.nodeSettings.address}
      description={messages.nodeSettings.addressHint}
      readOnly
      value={found.url}
      onFocus={focused => focused.currentTarget.select()}
    />
  );
}
