import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, Modal } from '#core/ui/web/index.ts';
import type { Integration } from '../common/integration.ts';
import { IntegrationsClient } from './integrations-client.ts';

const STEPS: Readonly<Record<string, string>> = {
  allowed: 'Folder may be read',
  list: 'List files',
  read: 'Read a file',
  addresses: 'Addresses',
  connect: 'Connect',
  sign: 'Sign in',
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
    <Modal opened={integration !== undefined} onClose={onClose} title={`Check ${integration?.name ?? ''}`} size="md">
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
        <Stack gap={6} aria-label="Trying the storage">
          <Skeleton h={36} />
          <Skeleton h={36} />
        </Stack>
      ) : (
        <>
          <Text fw={500} role="status">
            {check.data.ok ? 'The storage can be used.' : 'The storage can’t be used.'}
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
          Check again
        </Button>
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
