import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { Modal, toast, toastError } from '#core/ui/web/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';

interface SecretDialogProps {
  readonly opened: boolean;
  readonly pipelineId: number;
  readonly onClose: () => void;
}

/** Sets the secret that signs the webhooks of a pipeline. It can be replaced and removed, never read. */
export function SecretDialog({ opened, pipelineId, onClose }: SecretDialogProps): JSX.Element {
  const { api } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [secret, setSecret] = useState('');
  const pipeline = useQuery({
    queryKey: [...automationsKey(team.id), 'pipeline', pipelineId],
    queryFn: () => api.getPipeline({ params: { pipeline_id: pipelineId } }),
  });
  const has = pipeline.data?.has_webhook_secret === true;
  const put = (next: string | null, done: string): void =>
    void api
      .setWebhookSecret({ params: { pipeline_id: pipelineId }, body: { secret: next } })
      .then(async () => {
        setSecret('');
        onClose();
        toast(done, { tone: 'success' });
        await queries.invalidateQueries({ queryKey: automationsKey(team.id) });
      })
      .catch(toastError);
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.webhookSecret}>
      <form
        onSubmit={event => {
          event.preventDefault();
          put(secret, messages.secretDialog.webhooksOfThisPipeline);
        }}
      >
        <Stack gap="md">
          <Text>
            {has
              ? messages.secretDialog.webhooksOfThisPipelineAreSigned
              : messages.secretDialog.webhooksOfThisPipelineAre}
          </Text>
          <PasswordInput
            label={messages.secretDialog.secret}
            description={messages.secretDialog.atLeast16Characters}
            maxLength={200}
            autoComplete="off"
            value={secret}
            onChange={event => setSecret(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            {has ? (
              <Button
                variant="default"
                color="red"
                onClick={() => put(null, messages.secretDialog.webhooksOfThisPipelineAreNo)}
              >
                {messages.secretDialog.remove}
              </Button>
            ) : undefined}
            <Button type="submit" disabled={secret.length < 16}>
              {has ? messages.secretDialog.replace : messages.secretDialog.setSecret}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
