import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { actionTypeOf } from '../../common/action-types.ts';
import { textOf } from '../../common/condition-rules.ts';
import { eventTypeOf, SCHEDULE, WEBHOOK } from '../../common/event-types.ts';
import type { EdgeCondition, PipelineGraph, PipelineNode } from '../../common/pipeline.ts';
import {
  conditionsOf,
  connectNodes,
  removeParts,
  setCondition,
  setScope,
  setSetting,
} from '../../common/pipeline-edits.ts';
import type { PipelineProblem } from '../../common/validate-pipeline.ts';
import { titleOf } from '../../common/validate-pipeline.ts';
import { messages } from '../messages.ts';
import { isTimeZone } from '../../common/schedule.ts';
import { NextMoments } from './schedule-input.tsx';
import { ScopeInput } from './scope-input.tsx';
import { SettingInput } from './setting-input.tsx';
import type { TeamData } from './use-team-data.ts';
import { WebhookAddress } from './webhook-address.tsx';

interface NodeSettingsProps {
  readonly graph: PipelineGraph;
  readonly node: PipelineNode;
  readonly problems: readonly PipelineProblem[];
  readonly data: TeamData;
  /** Undefined before the pipeline is saved. */
  readonly pipelineId: number | undefined;
  /** Absent: the settings are only shown. */
  readonly onChange: ((graph: PipelineGraph, series?: string) => void) | undefined;
}

/** The settings of the selected node and where it leads, all by keyboard too. */
export function NodeSettings({ graph, node, problems, data, pipelineId, onChange }: NodeSettingsProps): JSX.Element {
  const type = node.kind === 'event' ? eventTypeOf(node.type) : actionTypeOf(node.type);
  const errorOf = (field: string): string | undefined =>
    problems.find(each => each.node === node.id && each.field === field)?.message;
  const disabled = onChange === undefined;
  return (
    <Stack gap="md">
      <div>
        <Text fw={600} size="md" component="h2">
          {titleOf(node)}
        </Text>
        <Text size="sm" c="var(--loupe-muted)">
          {type?.description}
        </Text>
      </div>
      {(type?.fields ?? []).map(field => (
        <SettingInput
          key={`${node.id} ${field.name}`}
          field={field}
          value={node.settings[field.name]}
          error={errorOf(field.name)}
          data={data}
          disabled={disabled}
          onChange={value => onChange?.(setSetting(graph, node.id, field.name, value), `${node.id} ${field.name}`)}
        />
      ))}
      {node.type === SCHEDULE && isTimeZone(textOf(node.settings['time_zone'])) ? (
        <NextMoments pattern={textOf(node.settings['cron'])} zone={textOf(node.settings['time_zone'])} />
      ) : undefined}
      {node.type === WEBHOOK ? <WebhookAddress pipelineId={pipelineId} nodeId={node.id} /> : undefined}
      {node.kind === 'event' && eventTypeOf(node.type)?.subject !== 'team' ? (
        <ScopeInput
          scope={node.scope}
          projects={data.projects}
          error={errorOf('scope')}
          disabled={disabled}
          onChange={scope => onChange?.(setScope(graph, node.id, scope))}
        />
      ) : undefined}
      <NextSteps graph={graph} node={node} onChange={onChange} />
      {onChange === undefined ? undefined : (
        <Button
          variant="default"
          leftSection={<Icon name="trash" size={14} />}
          onClick={() => onChange(removeParts(graph, new Set([node.id])))}
        >
          {messages.nodeSettings.deleteKind(node.kind)}
        </Button>
      )}
    </Stack>
  );
}

function NextSteps({
  graph,
  node,
  onChange,
}: Pick<NodeSettingsProps, 'graph' | 'node' | 'onChange'>): JSX.Element | undefined {
  const conditions = conditionsOf(node);
  const own = graph.edges.flatMap((each, at) => (each.from === node.id ? [{ ...each, at }] : []));
  const labelOf = (id: string): string => {
    const found = graph.nodes.find(each => each.id === id);
    return found === undefined ? id : `${titleOf(found)} (${id})`;
  };
  const free = graph.nodes.filter(
    each => each.kind === 'action' && each.id !== node.id && !own.some(({ to }) => to === each.id),
  );
  if (own.length === 0 && (free.length === 0 || onChange === undefined)) return undefined;
  return (
    <Stack gap="xs" role="group" aria-label={messages.nodeSettings.nextActions}>
      <Text fw={600}>{messages.nodeSettings.next}</Text>
      {own.map(({ to, on = 'success', at }) => (
        <Group key={to} gap="xs" wrap="nowrap">
          {conditions.length === 0 ? undefined : (
            <Select
              aria-label={messages.nodeSettings.whenLabelOfFollows(labelOf(to))}
              w={110}
              data={[...conditions]}
              value={on}
              allowDeselect={false}
              disabled={onChange === undefined}
              onChange={next => onChange?.(setCondition(graph, at, next as EdgeCondition))}
            />
          )}
          <Text style={{ flex: 1 }} truncate title={labelOf(to)}>
            {labelOf(to)}
          </Text>
          {onChange === undefined ? undefined : (
            <ActionIcon
              aria-label={messages.nodeSettings.disconnectLabelOf(labelOf(to))}
              onClick={() => onChange(removeParts(graph, new Set(), new Set([at])))}
            >
              <Icon name="unlink" size={14} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {onChange === undefined || free.length === 0 ? undefined : (
        <Select
          aria-label={messages.nodeSettings.connectTo}
          placeholder={messages.nodeSettings.connectTo2}
          data={free.map(each => ({ value: each.id, label: labelOf(each.id) }))}
          value={null}
          onChange={next => {
            if (next !== null) onChange(connectNodes(graph, node.id, next));
          }}
        />
      )}
    </Stack>
  );
}
