import { Alert, Button, Group, Progress, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { dateOfDay, ErrorPanel, fileSize, PageBody } from '#core/ui/web/index.ts';
import type { PlanView } from '../../common/api.ts';
import { planName } from '../../common/plans.ts';
import { BillingClient } from '../billing-client.ts';
import { BuyDialog } from '../buy-dialog.tsx';
import { LicenceStateMark } from '../licence-state.tsx';
import { messages } from '../messages.ts';
import { Payments } from '../payments.tsx';

const size = (bytes: number | null): string =>
  bytes === null ? messages.shared.noLimit : bytes === 0 ? messages.planPage.notIncluded : fileSize(bytes);

const rows: readonly (readonly [string, (limits: PlanView['limits']) => string])[] = [
  [
    messages.planPage.imagesInOneUpload,
    ({ images }) => (images === null ? messages.shared.noLimit : images.toLocaleString('en')),
  ],
  [messages.planPage.largestImage, limits => size(limits.image_bytes)],
  [messages.planPage.largestVideo, limits => size(limits.video_bytes)],
  [messages.planPage.largestText, limits => size(limits.text_bytes)],
  [messages.planPage.largestPointCloud, limits => size(limits.point_cloud_bytes)],
];

/** Plan, licence and usage of an organization, for its owner. */
export default function PlanPage(): JSX.Element {
  const { plan } = useService(BillingClient);
  const id = Number(useParams()['organizationId']);
  const [chosen, setChosen] = useState<PlanView>();
  const loaded = useQuery({
    queryKey: ['organization', id, 'plan'],
    queryFn: () => plan.getPlan({ params: { organization_id: id } }),
  });
  if (loaded.error !== null) return <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (loaded.data === undefined)
    return (
      <PageBody>
        <Skeleton h={260} mt="md" />
      </PageBody>
    );
  const { licence, plans, payments } = loaded.data;
  const hasEnded = licence.state === 'trial_ended' || licence.state === 'contract_ended';
  return (
    <PageBody>
      <Stack gap={28} my="md" maw={860}>
        <Stack gap="xs">
          <Group gap="sm">
            <Text size="lg" fw={600}>
              {planName(licence.plan)}
            </Text>
            <LicenceStateMark licence={licence} />
          </Group>
          <Text c="var(--loupe-muted)">
            {licence.expires === null ? '' : `${messages.planPage.expiresOn(dateOfDay(licence.expires))} `}
            {payments.provider === 'none' ? messages.planPage.setByOperator : undefined}
          </Text>
          {hasEnded ? (
            <Alert color="red">
              {payments.team_id === null ? messages.planPage.readOnly : messages.planPage.readOnlyBuy}
            </Alert>
          ) : undefined}
        </Stack>
        {payments.team_id === null ? undefined : <Payments teamId={payments.team_id} />}
        <section aria-label={messages.planPage.usage}>
          <Title order={2} mb="xs">
            {messages.planPage.usage}
          </Title>
          <Stack gap="sm" maw={420}>
            <Used title={messages.shared.members} used={licence.usage.members} limit={licence.limits.members} />
            <Used title={messages.shared.projects} used={licence.usage.projects} limit={licence.limits.projects} />
            <Used title={messages.shared.items} used={licence.usage.items} limit={licence.limits.items} />
          </Stack>
        </section>
        <section aria-label={messages.planPage.plans}>
          <Title order={2} mb="xs">
            {messages.planPage.plans}
          </Title>
          <Table aria-label={messages.planPage.plans}>
            <Table.Thead>
              <Table.Tr>
                <Table.Td />
                {plans.map(each => (
                  <Table.Th key={each.id}>
                    {each.name}
                    {each.current ? (
                      <Text size="xs" c="var(--loupe-muted)">
                        {messages.planPage.current}
                      </Text>
                    ) : undefined}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([title, cell]) => (
                <Table.Tr key={title}>
                  <Table.Th scope="row" fw={400}>
                    {title}
                  </Table.Th>
                  {plans.map(each => (
                    <Table.Td key={each.id}>{cell(each.limits)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
              {payments.team_id === null ? undefined : (
                <Table.Tr>
                  <Table.Td />
                  {plans.map(each => (
                    <Table.Td key={each.id}>
                      {each.for_sale && !each.current ? (
                        <Button
                          size="compact-sm"
                          aria-label={messages.planPage.choosePlan(each.name)}
                          onClick={() => setChosen(each)}
                        >
                          {messages.planPage.choose}
                        </Button>
                      ) : undefined}
                    </Table.Td>
                  ))}
                </Table.Tr>
              )}
            </Table.Tbody>
          </Table>
        </section>
      </Stack>
      {payments.team_id === null ? undefined : (
        <BuyDialog teamId={payments.team_id} plan={chosen} onClose={() => setChosen(undefined)} />
      )}
    </PageBody>
  );
}

function Used({
  title,
  used,
  limit,
}: {
  readonly title: string;
  readonly used: number;
  readonly limit: number | null;
}): JSX.Element {
  const part = limit === null ? 0 : limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text>{title}</Text>
        <Text c="var(--loupe-muted)">
          {messages.licencesPage.of(used, limit)}
          {limit === null ? ` · ${messages.shared.noLimit}` : ''}
        </Text>
      </Group>
      {limit === null ? undefined : (
        <Progress value={part} color={part >= 100 ? 'red' : part >= 80 ? 'orange' : 'teal'} aria-label={title} />
      )}
    </div>
  );
}
