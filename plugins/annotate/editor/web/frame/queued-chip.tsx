import { Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { Connection } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, Time } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { LeftItem } from '../steps/left-items.ts';
import { LeftItems } from '../steps/left-items.ts';
import type { QueuedStep } from '../steps/queued-step.ts';
import { QueuedSteps } from '../steps/queued-steps.ts';
import classes from './frame.module.css';

/**
 * Moves of items that wait for a connection or were refused, and items with work that is not stored, as a chip in the
 * top bar.
 */
export function QueuedChip(): JSX.Element | undefined {
  const queued = useService(QueuedSteps);
  const { online } = useSnapshot(useService(Connection).state);
  const { steps, delayed } = useSnapshot(queued.state);
  const { items } = useSnapshot(useService(LeftItems).state);
  const refused = steps.filter(each => each.refusal !== undefined);
  const waiting = delayed ? steps.filter(each => each.refusal === undefined) : [];
  // The step of an item stores its work, and its refusal says the same.
  const left = items.filter(
    each => (delayed || each.problem !== undefined) && !steps.some(step => step.itemId === each.itemId),
  );
  const problems = refused.length + left.filter(each => each.problem !== undefined).length;
  const parts = [
    refused.length === 0 ? [] : messages.queuedChip.notMovedCount(refused.length),
    waiting.length === 0 ? [] : messages.queuedChip.queuedCount(waiting.length),
    left.length === 0 ? [] : messages.queuedChip.notSavedCount(left.length),
  ].flat();
  if (parts.length === 0) return undefined;
  return (
    <Popover width={360} position="bottom-end" shadow="md" withArrow>
      <Popover.Target>
        <UnstyledButton className={classes['save']} data-tone={problems > 0 ? 'danger' : 'warning'} aria-live="polite">
          {parts.join(' · ')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {waiting.length === 0 ? undefined : (
            <Text size="sm">{online ? messages.queuedChip.beingSent : messages.queuedChip.sentWhenOnline}</Text>
          )}
          {[...refused, ...waiting].map(step => (
            <StepLine key={step.itemId} step={step as QueuedStep} />
          ))}
          {left.length === 0 ? undefined : <Text size="sm">{messages.queuedChip.leftInThisBrowser}</Text>}
          {left.map(item => (
            <LeftLine key={`${item.teamId} ${item.itemId}`} item={item as LeftItem} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function StepLine({ step }: { readonly step: QueuedStep }): JSX.Element {
  const queued = useService(QueuedSteps);
  const { itemName: name, refusal } = step;
  return (
    <Line
      name={name}
      tone={refusal === undefined ? 'muted' : 'danger'}
      text={refusal ?? messages.queuedChip.toTitle(step.title)}
    >
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
    </Line>
  );
}

function LeftLine({ item }: { readonly item: LeftItem }): JSX.Element {
  const queued = useService(QueuedSteps);
  const left = useService(LeftItems);
  const { online } = useSnapshot(useService(Connection).state);
  const { itemName: name, project, teamId, itemId, problem } = item;
  const discard = async (): Promise<void> => {
    const { title, text, action } = messages.queuedChip.discarding;
    if (await confirm({ title: title(name), text, action, danger: true })) await left.discard(item);
  };
  return (
    <Line
      name={name}
      about={
        <>
          {project.name} · <Time iso={new Date(item.at).toISOString()} />
        </>
      }
      tone={problem === undefined ? 'muted' : 'danger'}
      text={problem ?? (online ? messages.queuedChip.savedSoon : messages.queuedChip.savedWhenOnline)}
    >
      <Button
        size="compact-xs"
        aria-label={messages.queuedChip.openItem(name)}
        onClick={() => queued.open({ teamId, projectId: project.id, itemId })}
      >
        {messages.queuedSteps.open}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={messages.queuedChip.discardItem(name)}
        onClick={() => void discard()}
      >
        {messages.queuedChip.discard}
      </Button>
    </Line>
  );
}

function Line({
  name,
  about,
  tone,
  text,
  children,
}: {
  readonly name: string;
  readonly about?: ReactNode;
  readonly tone: 'muted' | 'danger';
  readonly text: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <div className={classes['queued']}>
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {about === undefined ? undefined : (
          <Text size="xs" c="var(--loupe-muted)">
            {about}
          </Text>
        )}
        <Text size="xs" c={`var(--loupe-${tone})`}>
          {text}
        </Text>
      </div>
      <div className={classes['row']}>{children}</div>
    </div>
  );
}
