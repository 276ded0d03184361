import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, Modal } from '#core/ui/web/index.ts';
import type { Integration } from '../common/integration.ts';
import { IntegrationsClient } from './integrations-client.ts';
import { messages } from './messages.ts';

const STEPS: Readonly<Record<string, string>> = {
  allowed: messages.checkDialog.folderMayBeRead,
  list: messages.checkDialog.listFiles,
  read: messages.checkDialog.readAFile,
  addresses: messages.checkDialog.addresses,
  connect: messages.checkDialog.connect,
  sign: messages.checkDialog.signIn,
};

/** Tries the storage, and says of each step what came of it. */
export function CheckDialog({
  integration,
  onClose,
}: {
  readonly integration: Integration | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal
      opened={integration !== undefined}
      onClose={onClose}
      title={messages.checkDialog.checkName(integration?.name ?? '')}
      size="md"
    >
      {integration === undefined ? undefined : (
        <Check key={integration.id} integration={integration} onClose={onClose} />
      )}
    </Modal>
  );
}

function Check({
  integration,
  onClose,
}: {
  readonly integration: Integration;
  readonly onClose: () => void;
}): JSX.Element {
  const { api } = useService(IntegrationsClient);
  const queries = useQueryClient();
  const check = useQuery({
    queryKey: ['integrations', 'check', integration.id],
    async queryFn({ signal }) {
      const found = await api.checkIntegration({ params: { integration_id: integration.id }, signal });
      void queries.invalidateQueries({ queryKey: ['integrations', 'list'] });
      return found;
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Stack gap="md">
      {check.error !== null ? (
        <ErrorPanel error={check.error} onRetry={() => void check.refetch()} />
      ) : check.isFetching || check.data === undefined ? (
        <Stack gap={6} aria-label={messages.checkDialog.tryingTheStorage}>
          <Skeleton h={36} />
          <Skeleton h={36} />
        </Stack>
      ) : (
        <>
          <Text fw={500} role="status">
            {check.data.ok ? messages.checkDialog.storageCanBeUsed : messages.checkDialog.storageCantBeUsed}
          </Text>
          <Stack gap={8} component="ul" m={0} p={0}>
            {check.data.steps.map(step => (
              <Group key={step.name} component="li" gap="xs" wrap="nowrap" align="flex-start">
                <span
                  style={{
                    color: step.ok ? 'var(--loupe-success)' : 'var(--loupe-danger)',
                    display: 'grid',
                    paddingTop: 2,
                  }}
                >
                  <Icon name={step.ok ? 'check' : 'warning'} size={15} />
                </span>
                <div>
                  <Text size="sm" fw={500}>
                    {STEPS[step.name] ?? step.name}
                  </Text>
                  <Text size="sm" c={step.ok ? 'var(--loupe-muted)' : 'var(--loupe-danger)'}>
                    {step.message}
                  </Text>
                </div>
              </Group>
            ))}
          </Stack>
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
          {messages.checkDialog.checkAgain}
        </Button>
        <Button onClick={onClose}>{messages.shared.close}</Button>
      </Group>
    </Stack>
  );
}
