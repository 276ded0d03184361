import { Button, Group, NumberInput, SegmentedControl, SimpleGrid, Skeleton, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, Icon, longDate, PageBody, PageHeader, StatusChip, toast, toastError } from '#core/ui/web/index.ts';
import type { OrganizationDetail, PluginChoice, PluginSwitch } from '../../common/api.ts';
import { featureTexts } from '../../common/feature-texts.ts';
import { AdminClient } from '../admin-client.ts';

const CHOICES: readonly { readonly value: PluginChoice; readonly label: string }[] = [{ value: 'default', label: 'Default' }, { value: 'on', label: 'On' }, { value: 'off', label: 'Off' }];

/** One organization: what it has, and the switches of its plugins and features. */
export default function OrganizationPage(): JSX.Element {
  const { api } = useService(AdminClient);
  const id = Number(useParams()['organizationId']);
  const loaded = useQuery({ queryKey: ['admin', 'organization', id], queryFn: () => api.getOrganization({ params: { organization_id: id } }) });
  if (loaded.error !== null) return <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (loaded.data === undefined) return <><PageHeader title="Organization" /><PageBody><Skeleton h={300} /></PageBody></>;
  const { data } = loaded;
  return (
    <>
      <PageHeader title={data.name}>
        <Button variant="default" component={Link} to="/admin/organizations" leftSection={<Icon name="back" size={14} />}>All organizations</Button>
      </PageHeader>
      <PageBody>
        <Text c="var(--loupe-muted)">
          Owned by {data.owner_email} · {data.members.toLocaleString('en')} {data.members === 1 ? 'member' : 'members'} · {data.team_list.length} {data.team_list.length === 1 ? 'team' : 'teams'}: {data.team_list.map(each => each.name).join(', ')} · created {longDate(data.createdAt)}
        </Text>
        <Stack gap={28} mt="lg" maw={920}>
          <Limits key={data.project_limit} organization={data} />
          <Plugins organization={data} />
          <Features organization={data} />
        </Stack>
      </PageBody>
    </>
  );
}

function Plugins({ organization }: { readonly organization: OrganizationDetail }): JSX.Element {
  const { api } = useService(AdminClient);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ plugin, choice }: { readonly plugin: PluginSwitch; readonly choice: PluginChoice }) => api.switchPlugin({ params: { organization_id: organization.id, plugin: plugin.id }, body: { choice } }),
    onSuccess(after, { plugin }) {
      queries.setQueryData(['admin', 'organization', organization.id], after);
      const on = after.plugins.find(each => each.id === plugin.id)?.enabled === true;
      toast(`${plugin.title} is ${on ? 'on' : 'off'} for ${organization.name} from the next call on.`, { tone: 'success' });
    },
    onError: toastError,
  });
  const choose = async (plugin: PluginSwitch, choice: PluginChoice): Promise<void> => {
    try {
      const { goes } = await api.previewSwitch({ params: { organization_id: organization.id, plugin: plugin.id }, query: { choice } });
      const others = goes.filter(each => each !== plugin.title);
      if (others.length > 0 && !await confirm({ title: `Switch ${plugin.title} off`, text: `${organization.name} loses with it what requires it: ${others.join(', ')}. Their data stay, and come back with the switch.`, action: `Switch off ${goes.length} plugins`, danger: true })) return;
      change.mutate({ plugin, choice });
    } catch (error) {
      toastError(error);
    }
  };
  const locked = organization.plugins.filter(each => each.locked);
  return (
    <section aria-label="Plugins">
      <Title order={2}>Plugins</Title>
      <Text c="var(--loupe-muted)" mb="xs">A change takes effect at the organization’s next call, and at once in open tabs.</Text>
      <Table>
        <Table.Thead><Table.Tr><Table.Th>Plugin</Table.Th><Table.Th w={290}>State</Table.Th><Table.Th w={190}>Choice</Table.Th></Table.Tr></Table.Thead>
        <Table.Tbody>
          {organization.plugins.filter(each => !each.locked).map(plugin => (
            <Table.Tr key={plugin.id}>
              <Table.Td><Text fw={500}>{plugin.title}</Text><Text size="sm" c="var(--loupe-muted)">{plugin.description || plugin.id}</Text></Table.Td>
              <Table.Td><StatusChip label={plugin.enabled ? 'On' : 'Off'} color={plugin.enabled ? 'var(--loupe-success)' : 'var(--loupe-danger)'} />{plugin.reason === null ? undefined : <Text size="sm" c="var(--loupe-muted)" mt={2}>{plugin.reason}</Text>}</Table.Td>
              <Table.Td><SegmentedControl aria-label={`Choice for ${plugin.title}`} data={[...CHOICES]} value={plugin.choice} disabled={change.isPending} onChange={value => void choose(plugin, value as PluginChoice)} /></Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="var(--loupe-muted)" mt="sm">Always on: {locked.map(each => each.title).join(', ')}.</Text>
    </section>
  );
}

function Features({ organization }: { readonly organization: OrganizationDetail }): JSX.Element {
  const { api } = useService(AdminClient);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ feature, on }: { readonly feature: OrganizationDetail['features'][number]['name']; readonly on: boolean }) => api.switchFeature({ params: { organization_id: organization.id, feature }, body: { on } }),
    onSuccess: after => queries.setQueryData(['admin', 'organization', organization.id], after),
    onError: toastError,
  });
  return (
    <section aria-label="Features">
      <Title order={2} mb="xs">Features</Title>
      <SimpleGrid cols={2} spacing="md" verticalSpacing="sm">
        {organization.features.map(({ name, on }) => (
          <Switch key={name} label={featureTexts[name].title} description={featureTexts[name].text} checked={on} disabled={change.isPending} onChange={event => change.mutate({ feature: name, on: event.currentTarget.checked })} />
        ))}
      </SimpleGrid>
    </section>
  );
}

function Limits({ organization }: { readonly organization: OrganizationDetail }): JSX.Element {
  const { api } = useService(AdminClient);
  const queries = useQueryClient();
  const [limit, setLimit] = useState<number | string>(organization.project_limit ?? '');
  const change = useMutation({
    mutationFn: () => api.setProjectLimit({ params: { organization_id: organization.id }, body: { limit: limit === '' ? null : Number(limit) } }),
    onSuccess(after) {
      queries.setQueryData(['admin', 'organization', organization.id], after);
      toast(after.project_limit === null ? `Teams of ${organization.name} may have any number of projects.` : `Teams of ${organization.name} may have ${after.project_limit.toLocaleString('en')} projects each.`, { tone: 'success' });
    },
    onError: toastError,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <section aria-label="Limits">
      <Title order={2} mb="xs">Limits</Title>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <NumberInput w={220} label="Projects of each team" placeholder="No limit" min={0} max={1_000_000} allowDecimal={false} allowNegative={false} thousandSeparator=" " value={limit} onChange={setLimit} />
          <Button type="submit" variant="default" loading={change.isPending} disabled={(limit === '' ? null : Number(limit)) === organization.project_limit}>Save</Button>
        </Group>
      </form>
      <Text size="sm" c="var(--loupe-muted)" mt={6}>Empty: no limit. Projects that are there already stay; deleted ones do not count.</Text>
    </section>
  );
}
