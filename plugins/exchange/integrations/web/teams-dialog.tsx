import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, ErrorPanel, LoadingSkeleton, Modal, toast } from '#core/ui/web/index.ts';
import type { IntegrationTeam, OrganizationIntegration } from '../common/organization-api.ts';
import { organizationIntegrationsApi } from '../common/organization-api.ts';
import { messages } from './messages.ts';

interface TeamsDialogProps {
  readonly organizationId: number;
  /** Undefined closes the dialog. */
  readonly integration: OrganizationIntegration | undefined;
  readonly onClose: () => void;
}

/** Chooses the other teams of an organization that use an integration. */
export function TeamsDialog({ organizationId, integration, onClose }: TeamsDialogProps): JSX.Element {
  return (
    <Modal
      opened={integration !== undefined}
      onClose={onClose}
      title={messages.organizationIntegrations.title(integration?.name ?? '')}
    >
      {integration === undefined ? undefined : (
        <Loaded organizationId={organizationId} integration={integration} onClose={onClose} />
      )}
    </Modal>
  );
}

type FieldsProps = TeamsDialogProps & { readonly integration: OrganizationIntegration };

function Loaded(props: FieldsProps): JSX.Element {
  const calls = client(organizationIntegrationsApi, useService(Transport));
  const params = { organization_id: props.organizationId, integration_id: props.integration.id };
  const teams = useQuery({
    queryKey: ['organization', 'integration teams', props.integration.id],
    queryFn: async () => (await calls.listIntegrationTeams({ params })).data,
    // A choice that is open must not change under the hand.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (teams.error !== null) return <ErrorPanel error={teams.error} onRetry={() => void teams.refetch()} />;
  if (teams.data === undefined)
    return <LoadingSkeleton h={120} label={messages.organizationIntegrations.title(props.integration.name)} />;
  return <Fields {...props} teams={teams.data} />;
}

function Fields({
  organizationId,
  integration,
  teams,
  onClose,
}: FieldsProps & { readonly teams: readonly IntegrationTeam[] }): JSX.Element {
  const calls = client(organizationIntegrationsApi, useService(Transport));
  const queries = useQueryClient();
  const before = teams.filter(each => each.assigned).map(each => String(each.id));
  const [chosen, setChosen] = useState<string[]>(before);
  const lost = teams.filter(each => each.assigned && !chosen.includes(String(each.id)));
  const items = lost.reduce((sum, each) => sum + each.items, 0);
  const changed = chosen.length !== before.length || lost.length > 0;
  const save = async (): Promise<void> => {
    await calls.assignIntegration({
      params: { organization_id: organizationId, integration_id: integration.id },
      body: { team_ids: chosen.map(Number) },
    });
    await queries.invalidateQueries({ queryKey: ['organization', 'integrations', organizationId] });
    await queries.invalidateQueries({ queryKey: ['integrations'] });
    toast(messages.organizationIntegrations.saved(integration.name), { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm action={messages.organizationIntegrations.save} ready={changed} onSubmit={save} onCancel={onClose}>
      <Text size="sm">{messages.organizationIntegrations.explain(integration.team.name)}</Text>
      {teams.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.organizationIntegrations.noTeams}
        </Text>
      ) : (
        <Checkbox.Group
          aria-label={messages.organizationIntegrations.title(integration.name)}
          value={chosen}
          onChange={setChosen}
        >
          <Stack gap="xs">
            {teams.map(each => (
              <Checkbox
                key={each.id}
                value={String(each.id)}
                label={each.name}
                description={each.items === 0 ? undefined : messages.organizationIntegrations.itemsOf(each.items)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {items === 0 ? undefined : <Alert color="orange">{messages.organizationIntegrations.losing(items)}</Alert>}
    </DialogForm>
  );
}
