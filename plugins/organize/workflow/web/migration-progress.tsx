import { Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { EventStream } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import type { MigrationReached } from '../common/migration-progress.ts';
import { MIGRATION_PROGRESS, migrationReached } from '../common/migration-progress.ts';
import { messages } from './messages.ts';
import { itemsText } from './usage-text.ts';

/** Shows how many items have moved while a workflow is changed; until the first are, how many there are. */
export function MigrationProgress({ moving }: { readonly moving: number }): JSX.Element {
  const events = useService(EventStream);
  const [reached, setReached] = useState<MigrationReached>();
  useEffect(() => {
    const listening = events.onMessage(message => {
      const found = message.type === MIGRATION_PROGRESS ? migrationReached.safeParse(message).data : undefined;
      if (found !== undefined) setReached(found);
    });
    return () => listening.dispose();
  }, [events]);
  return (
    <div>
      <Text size="sm" role="status">
        {messages.migrationProgress.eitherAllMoveOrNone(
          reached === undefined
            ? messages.migrationProgress.movingItemsText(itemsText(moving))
            : messages.migrationProgress.movedDoneOfItemsText(reached.done, itemsText(reached.total)),
        )}
      </Text>
      <Progress
        value={reached === undefined ? 100 : (reached.done / Math.max(1, reached.total)) * 100}
        animated={reached === undefined}
        aria-label={messages.migrationProgress.movingItems}
      />
    </div>
  );
}
