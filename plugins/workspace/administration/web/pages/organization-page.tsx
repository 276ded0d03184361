import { Button, SimpleGrid, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, longDate, PageBody, PageHeader, toastError, usePageName } from '#core/ui/web/index.ts';
import { organizationPluginsKey, PluginSwitches } from '../plugin-switches.tsx';
import type { OrganizationDetail } from '../../common/api.ts';
import { featureTexts } from '../../common/feature-texts.ts';
import { AdminClient } from '../admin-client.ts';
import { messages } from '../messages.ts';
import { TransferDialog } from '../transfer-dialog.tsx';

/** One organization: what it has, and the switches of its plugins and features. */
export default function OrganizationPage(): JSX.Element {
  const { api } = useService(AdminClient);
  const id = Number(useParams()['organizationId']);
  const [transferring, setTransferring] = useState(false);
  const loaded = useQuery({
    queryKey: ['admin', 'organization', id],
    queryFn: () => api.getOrganization({ params: { organization_id: id } }),
  });
  usePageName(loaded.data?.name);
  if (loaded.error !== null) return <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (loaded.data === undefined)
    return (
      <>
        <PageHeader title={messages.shared.organization} />
        <PageBody>
          <Skeleton h={300} />
        </PageBody>
      </>
    );
  const { data } = loaded;
  return (
    <>
      <PageHeader title={data.name}>
        <Button variant="default" onClick={() => setTransferring(true)}>
          {messages.transferDialog.transfer}
        </Button>
        <Button variant="default" component={Link} to={`/org/${id}/plugins`}>
          {messages.organizationPage.ownersPages}
        </Button>
        <Button
          variant="default"
          component={Link}
          to="/admin/organizations"
          leftSection={<Icon name="back" size={14} />}
        >
          {messages.organizationPage.allOrganizations}
        </Button>
      </PageHeader>
      <PageBody>
        <Text c="var(--loupe-muted)">
          {messages.organizationPage.ownedByOwnerEmailMembers(
            data.owner_email,
            data.members,
            data.team_list.length,
            data.team_list.map(each => each.name).join(', '),
            longDate(data.createdAt),
          )}
        </Text>
        <Stack gap={28} mt="lg">
          <Features organization={data} />
          <section aria-label={messages.shared.plugins}>
            <Title order={2}>{messages.shared.plugins}</Title>
            <Text c="var(--loupe-muted)" mb="xs">
              {messages.organizationPage.changeTakesEffect}
            </Text>
            <PluginSwitches organizationId={data.id} />
          </section>
        </Stack>
      </PageBody>
      <TransferDialog organization={data} opened={transferring} onClose={() => setTransferring(false)} />
    </>
  );
}

function Features({ organization }: { readonly organization: OrganizationDetail }): JSX.Element {
  const { api } = useService(AdminClient);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({
      feature,
      on,
    }: {
      readonly feature: OrganizationDetail['features'][number]['name'];
      readonly on: boolean;
    }) => api.switchFeature({ params: { organization_id: organization.id, feature }, body: { on } }),
    onSuccess(after) {
      queries.setQueryData(['admin', 'organization', organization.id], after);
      void queries.invalidateQueries({ queryKey: organizationPluginsKey(organization.id) });
    },
    onError: toastError,
  });
  return (
    <section aria-label={messages.organizationPage.features}>
      <Title order={2} mb="xs">
        {messages.organizationPage.features}
      </Title>
      <SimpleGrid maw={920} cols={2} spacing="md" verticalSpacing="sm">
        {organization.features.map(({ name, on }) => (
          <Switch
            key={name}
            label={featureTexts[name].title}
            description={featureTexts[name].text}
            checked={on}
            disabled={change.isPending}
            onChange={event => change.mutate({ feature: name, on: event.currentTarget.checked })}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}
