import { Button, Menu, ScrollArea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { Icon, useOnceAtATime } from '#core/ui/web/index.ts';
import type { RequestQueueState } from '../../common/api.ts';
import { MOST_COUNTED } from '../../common/api.ts';
import { unfinishedMessage } from '../../common/request-rules.ts';
import { messages } from '../messages.ts';
import { queueKey, TaskRequests } from '../task-requests.ts';

const left = (count: number): string => `${count.toLocaleString('en')}${count >= MOST_COUNTED ? '+' : ''}`;

/**
 * Requests tasks, of a category where one may be chosen; not there where people may not request, nor beside an open
 * item while there is other work.
 */
export default function RequestButton({ context }: PanelProps): JSX.Element | undefined {
  const projectId = Number(context['projectId']);
  const requests = useService(TaskRequests);
  const keys = useKeyMap();
  const request = useMutation({ mutationFn: (categoryId?: number) => requests.request(projectId, categoryId) });
  const requestOnce = useOnceAtATime(request);
  const { data } = useQuery({ queryKey: queueKey(projectId), queryFn: () => requests.queue(projectId) });
  if (data?.on !== true) return undefined;
  const reason = whyNot(data);
  if (reason !== undefined && context['itemId'] !== undefined) return undefined;
  const button = {
    size: 'compact-sm',
    variant: 'default',
    'aria-disabled': reason !== undefined,
    ...(reason === undefined ? {} : { 'data-disabled': true }),
    loading: request.isPending,
    leftSection: <Icon name="clipboard" size={14} />,
    title: reason ?? keys.titled(messages.requestButton.requestTasks, 'task-requests.request'),
  } as const;
  if (!data.by_category || reason !== undefined)
    return (
      <Button {...button} onClick={() => requestOnce(undefined)}>
        {messages.requestButton.requestTasks}
      </Button>
    );
  return (
    <Menu width={240} position="bottom-end">
      <Menu.Target>
        <Button {...button} rightSection={<Icon name="down" size={12} />}>
          {messages.requestButton.requestTasks}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => requestOnce(undefined)}>{messages.requestButton.anyCategory}</Menu.Item>
        <Menu.Divider />
        {data.categories.length === 0 ? (
          <Menu.Label>{messages.requestButton.thisProjectHasNoCategoriesYet}</Menu.Label>
        ) : undefined}
        <ScrollArea.Autosize mah={320}>
          {data.categories.map(each => (
            <Menu.Item
              key={each.id}
              disabled={each.left === 0}
              rightSection={<span aria-label={messages.requestButton.left(left(each.left))}>{left(each.left)}</span>}
              onClick={() => requestOnce(each.id)}
            >
              {each.name}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}

function whyNot({ paused, unfinished }: RequestQueueState): string | undefined {
  if (paused) return messages.requestButton.youArePausedInThisProject;
  return unfinished > 0 ? unfinishedMessage(unfinished) : undefined;
}
