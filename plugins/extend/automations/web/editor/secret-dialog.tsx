import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { Modal, toast, toastError } from '#core/ui/web/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';

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
    <Modal opened={opened} onClose={onClose} title="Webhook secret">
      <form
        onSubmit={event => {
          event.preventDefault();
          put(secret, 'Webhooks of this pipeline are signed from now on.');
        }}
      >
        <Stack gap="md">
          <Text>
            {has
              ? 'Webhooks of this pipeline are signed. Enter another secret to replace the present one, which can’t be shown.'
              : 'Webhooks of this pipeline are not signed. With a secret, the header X-Authorization-Content-SHA256 holds the HMAC of each body.'}
          </Text>
          <PasswordInput
            label="Secret"
            description="At least 16 characters."
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
                onClick={() => put(null, 'Webhooks of this pipeline are no longer signed.')}
              >
                Remove
              </Button>
            ) : undefined}
            <Button type="submit" disabled={secret.length < 16}>
              {has ? 'Replace' : 'Set secret'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
