import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, LoadingSkeleton } from '#core/ui/web/index.ts';
import { actionTypeOf } from '../../common/action-types.ts';
import type { ListedPipeline } from '../../common/api.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';

/** Names the actions that run with a transition, or after it. */
function Steps({ label, types }: { readonly label: string; readonly types: readonly string[] }): JSX.Element {
  if (types.length === 0) return <></>;
  return (
    <Text size="sm" c="var(--loupe-muted)">
      {label} {types.map(each => actionTypeOf(each)?.title ?? each).join(', ')}
    </Text>
  );
}

/** Lists the pipelines that begin with a transition, below its form in the designer of workflows. */
export default function TransitionPipelines({ context }: PanelProps): JSX.Element {
  const [workflow, transition] = [String(context['workflow']), String(context['transition'])];
  const { api } = useService(AutomationsClient);
  const team = useTeam();
  const manages = useCan('ManagePipelines');
  const list = useQuery({
    queryKey: [...automationsKey(team.id), 'pipelines'],
    queryFn: async () => (await api.listPipelines()).data,
  });
  const fits = (chosen: string | null, name: string): boolean => chosen === null || chosen === name;
  const isHere = (on: ListedPipeline['transitions'][number]): boolean =>
    fits(on.workflow, workflow) && fits(on.transition, transition);
  const found = list.data?.filter(each => each.transitions.some(isHere));
  const base = `/t/${team.id}/automations`;
  return (
    <Stack gap={6} component="section" aria-label={messages.transitionPipelines.title}>
      <Text size="sm" fw={500}>
        {messages.transitionPipelines.title}
      </Text>
      {list.error !== null ? (
        <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
      ) : found === undefined ? (
        <LoadingSkeleton h={20} label={messages.transitionPipelines.title} />
      ) : found.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.transitionPipelines.none}
        </Text>
      ) : (
        found.map(each => (
          <div key={each.id}>
            <Group gap="xs" wrap="nowrap">
              <Anchor component={Link} size="sm" to={`${base}/${each.id}`} truncate>
                {each.name}
              </Anchor>
              {each.enabled ? undefined : (
                <Badge color="gray" variant="light" style={{ flex: 'none' }}>
                  {messages.transitionPipelines.disabled}
                </Badge>
              )}
            </Group>
            {each.transitions.filter(isHere).map(on => (
              <Fragment key={on.node}>
                <Steps label={messages.transitionPipelines.withChange} types={on.with_change} />
                <Steps label={messages.transitionPipelines.afterChange} types={on.after_change} />
              </Fragment>
            ))}
          </div>
        ))
      )}
      {manages && transition !== '' ? (
        <Anchor
          component={Link}
          size="sm"
          to={`${base}/new?${new URLSearchParams({ workflow, transition }).toString()}`}
        >
          {messages.transitionPipelines.add}
        </Anchor>
      ) : undefined}
    </Stack>
  );
}
