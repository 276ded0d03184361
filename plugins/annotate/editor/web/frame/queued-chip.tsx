import { Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Connection } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { messages } from '../messages.ts';
import type { QueuedStep } from '../steps/queued-step.ts';
import { QueuedSteps } from '../steps/queued-steps.ts';
import classes from './frame.module.css';

/** Moves of items that wait for a connection, or were refused, as a chip in the top bar. */
export function QueuedChip(): JSX.Element | undefined {
  const queued = useService(QueuedSteps);
  const { online } = useSnapshot(useService(Connection).state);
  const { steps, delayed } = useSnapshot(queued.state);
  const refused = steps.filter(each => each.refusal !== undefined);
  const waiting = delayed ? steps.filter(each => each.refusal === undefined) : [];
  if (refused.length + waiting.length === 0) return undefined;
  return (
    <Popover width={340} position="bottom-end" shadow="md" withArrow>
      <Popover.Target>
        <UnstyledButton
          className={classes['save']}
          data-tone={refused.length > 0 ? 'danger' : 'warning'}
          aria-live="polite"
        >
          {refused.length > 0
            ? messages.queuedChip.notMovedCount(refused.length)
            : messages.queuedChip.queuedCount(waiting.length)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {waiting.length === 0 ? undefined : (
            <Text size="sm">{online ? messages.queuedChip.beingSent : messages.queuedChip.sentWhenOnline}</Text>
          )}
          {[...refused, ...waiting].map(step => (
            <Line key={step.itemId} step={step as QueuedStep} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Line({ step }: { readonly step: QueuedStep }): JSX.Element {
  const queued = useService(QueuedSteps);
  const { itemName: name, refusal } = step;
  return (
    <div className={classes['queued']}>
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c={refusal === undefined ? 'var(--loupe-muted)' : 'var(--loupe-danger)'}>
          {refusal ?? messages.queuedChip.toTitle(step.title)}
        </Text>
      </div>
      <div className={classes['row']}>
        {refusal === undefined ? undefined : (
          <Button
            size="compact-xs"
            aria-label={messages.queuedChip.openItem(name)}
            onClick={() => {
              queued.cancel(step);
              queued.open(step);
            }}
          >
            {messages.queuedSteps.open}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={
            refusal === undefined ? messages.queuedChip.cancelItem(name) : messages.queuedChip.dismissItem(name)
          }
          onClick={() => queued.cancel(step)}
        >
          {refusal === undefined ? messages.queuedChip.cancel : messages.queuedChip.dismiss}
        </Button>
      </div>
    </div>
  );
}
