import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Connection } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Says in the top bar that pages show what this browser kept. */
export function OfflineNote(): JSX.Element {
  const { online } = useSnapshot(useService(Connection).state);
  return (
    <span role="status">
      {online ? undefined : (
        <Tooltip label={messages.offlineNote.pagesShow}>
          <Badge variant="default" leftSection={<Icon name="warning" size={12} />}>
            {messages.offlineNote.offline}
          </Badge>
        </Tooltip>
      )}
    </span>
  );
}
