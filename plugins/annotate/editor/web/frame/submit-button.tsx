import { Button, Popover, ScrollArea, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey, Tooltip } from '#core/ui/web/index.ts';
import type { Blocker } from '../../common/blockers.ts';
import { primaryStep, returnStep, stepTitle } from '../../common/primary-step.ts';
import { messages } from '../messages.ts';
import { Submission } from '../submission.ts';
import { FrameView } from './frame-view.ts';
import { useDocumentState, useOpen, useScene } from './use-controller.ts';
import classes from './submit.module.css';

/** The steps that move the item on: the primary one with its key, and the return of an item in review. */
export function SubmitButton(): JSX.Element | undefined {
  const { opened, document } = useOpen();
  const submission = useService(Submission);
  const keys = useKeyMap();
  const { asking, busy } = useSnapshot(submission.state);
  const { instancesVersion } = useScene(document);
  const { classes: known, readOnly } = useDocumentState(document);
  const { comments } = document.scene;
  const { item, status } = opened;
  const to = primaryStep(item.annotation_status, status.available);
  const back = returnStep(item.annotation_status, status.available);
  const blockers = useMemo(
    () => (to === undefined ? [] : submission.blockers(to)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the submission reads the item, whose changes these report
    [submission, opened, to, instancesVersion, comments, known, readOnly],
  );
  if (to === undefined) return undefined;
  const title = (step: number): string =>
    stepTitle(item.annotation_status, step, status.all.find(each => each.value === step)?.title ?? '');
  const [chord] = keys.chords('editor.primaryTransition');
  return (
    <div className={classes['steps']}>
      {back === undefined ? undefined : (
        <Tooltip label={keys.titled(messages.submitButton.returnToTheAnnotator, 'editor.return')}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            onClick={event => {
              event.currentTarget.blur();
              void submission.return();
            }}
          >
            {title(back)}
          </Button>
        </Tooltip>
      )}
      <Popover
        opened={asking === to}
        onChange={shown => shown || submission.cancel()}
        position="bottom-end"
        width={340}
        shadow="md"
        withArrow
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            size="compact-sm"
            loading={busy}
            rightSection={
              chord === undefined ? undefined : (
                <span className={classes['key']} aria-hidden>
                  <ShortcutKey chord={keys.shown(chord)} />
                </span>
              )
            }
            onClick={event => {
              event.currentTarget.blur();
              void submission.submit();
            }}
          >
            {title(to)}
            {blockers.length === 0 ? undefined : (
              <>
                <VisuallyHidden>{messages.submitButton.countToCheck(blockers.length)}</VisuallyHidden>
                <span className={classes['count']} aria-hidden>
                  {blockers.length}
                </span>
              </>
            )}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Blockers
            blockers={blockers}
            heldUp={submission.isHeldUp(to, blockers)}
            action={title(to)}
            onGoOn={() => void submission.advance(to)}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function Blockers({
  blockers,
  heldUp,
  action,
  onGoOn,
}: {
  readonly blockers: readonly Blocker[];
  /** The workflow asks for some of them. */
  readonly heldUp: boolean;
  readonly action: string;
  readonly onGoOn: () => void;
}): JSX.Element {
  const { editor } = useOpen();
  const submission = useService(Submission);
  const view = useService(FrameView);
  const show = ({ place: { kind, id } }: Blocker): void => {
    submission.cancel();
    if (kind === 'thread') view.showThread(id);
    else editor?.focusInstance(id);
  };
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {blockers.length === 1
          ? messages.submitButton.number1ThingToCheck
          : messages.submitButton.countThingsToCheck(blockers.length)}
      </Text>
      <ScrollArea.Autosize mah={260}>
        {blockers.map(each => (
          <UnstyledButton
            key={`${each.place.kind} ${each.place.id} ${each.text}`}
            className={classes['blocker']}
            onClick={() => show(each)}
          >
            <Icon name={each.place.kind === 'thread' ? 'comment' : 'warning'} size={14} />
            <span>{each.text}</span>
          </UnstyledButton>
        ))}
      </ScrollArea.Autosize>
      {heldUp ? (
        <Text size="xs" c="var(--loupe-muted)">
          {messages.submitButton.workflowAsks}
        </Text>
      ) : undefined}
      <div className={classes['row']}>
        <Button
          size="compact-sm"
          variant="default"
          {...(heldUp ? { 'data-autofocus': true } : {})}
          onClick={() => submission.cancel()}
        >
          {messages.submitButton.keepWorking}
        </Button>
        {heldUp ? undefined : (
          <Button size="compact-sm" data-autofocus onClick={onGoOn}>
            {messages.submitButton.actionAnyway(action)}
          </Button>
        )}
      </div>
    </Stack>
  );
}
