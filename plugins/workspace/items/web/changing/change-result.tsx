import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { JobView } from '#core/kernel/common/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ItemActions } from '../item-actions.ts';
import { ItemsClient } from '../items-client.ts';
import { ItemsWebHooks } from '../kit/items-web-hooks.ts';
import { messages } from '../messages.ts';
import { changeText } from './change-text.ts';

/** Shows the outcome of a change that a job made, and the button that undoes it, in the menu of jobs. */
export default function ChangeResult({ context }: PanelProps): JSX.Element | undefined {
  const { id } = context['job'] as JobView;
  const client = useService(ItemsClient);
  const actions = useService(ItemActions);
  const hooks = useService(ItemsWebHooks);
  const queries = useQueryClient();
  const changes = useQuery({
    queryKey: ['items', 'changes'],
    queryFn: () => client.changes.listItemChanges({ query: { limit: 100 } }),
    staleTime: 2000,
  });
  const change = changes.data?.data.find(each => each.job_id === id);
  if (change === undefined) return undefined;
  const undo = (): void =>
    void actions
      .undo(change.project_id, change.id)
      .then(() => queries.invalidateQueries({ queryKey: ['items', 'changes'] }));
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <Text size="sm" c="var(--loupe-muted)">
        {changeText({ ...change, items: null }, hooks.changeVerbs.for(change.kind).call(change))}
        {change.undone ? messages.changeResult.undone : ''}
      </Text>
      {change.undoable ? (
        <Button variant="subtle" size="compact-xs" onClick={undo}>
          {messages.changeResult.undo}
        </Button>
      ) : undefined}
    </Group>
  );
}
