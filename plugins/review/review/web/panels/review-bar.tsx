import { ActionIcon, Button } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useCan, useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey, Tooltip } from '#core/ui/web/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { useOpenItem, useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import { isReviewable, isUnreviewed, issuesOf } from '../../common/review-walk.ts';
import { Flicker } from '../flicker.ts';
import { messages } from '../messages.ts';
import { isReviewedAsWhole, ReviewController } from '../review-controller.ts';
import { ReasonChooser } from './reason-chooser.tsx';
import classes from './review.module.css';

/** Shows the actions of a review, and how much is left; and what is shown while the version before is. */
export default function ReviewBar(): JSX.Element {
  const work = useOpenItem();
  const { on, asking } = useSnapshot(useService(ReviewController).state);
  const { showing } = useSnapshot(useService(Flicker).state);
  return (
    <>
      {showing === undefined ? undefined : (
        <div className={classes['before']} role="status">
          {messages.reviewBar.beforeShowing(showing)}
        </div>
      )}
      {work === undefined || (!on && asking === undefined) ? undefined : (
        <section className={classes['bar']} aria-label={messages.reviewBar.review} data-lower-bar>
          {asking === undefined ? undefined : <ReasonChooser about={asking} />}
          {on ? <Strip session={work.session} /> : undefined}
        </section>
      )}
    </>
  );
}

function Strip({ session }: { readonly session: EditorSession }): JSX.Element {
  const review = useService(ReviewController);
  const mayApprove = useCan('ApplyItemAnnotationInstanceApprovalStatus');
  const mayApproveItem = useCan('ApplyItemApprovalStatus');
  useSessionScene(session);
  const objects = session.scene.instances.filter(isReviewable);
  const left = objects.filter(isUnreviewed).length;
  const issues = issuesOf(session.scene.instances, session.scene.comments).length;
  const isAboutItem = isReviewedAsWhole(session);
  const why = session.readOnly
    ? messages.shared.thisItemIsReadOnly
    : isAboutItem
      ? mayApproveItem
        ? undefined
        : messages.reviewBar.yourRoleCantApproveItems
      : mayApprove
        ? undefined
        : messages.reviewBar.yourRoleCantApproveObjects;
  return (
    <div className={classes['row']}>
      <span className={classes['name']}>{messages.reviewBar.review}</span>
      <Action
        command="approve"
        label={isAboutItem ? messages.reviewBar.approveItem : messages.reviewBar.approve}
        icon="approved"
        why={why}
        isAboutItem={isAboutItem}
      />
      <Action
        command="disapproveWithReason"
        label={isAboutItem ? messages.reviewBar.disapproveItem : messages.reviewBar.disapprove}
        icon="rejected"
        why={why}
        isAboutItem={isAboutItem}
      />
      {isAboutItem ? undefined : (
        <>
          <span className={classes['count']} role="status">
            {messages.reviewBar.countOfReviewed(objects.length - left, objects.length)}
          </span>
          <Action command="nextUnreviewed" label={messages.reviewBar.next} icon="right" />
        </>
      )}
      <span className={classes['count']}>
        {issues} {issues === 1 ? messages.reviewBar.issue : messages.reviewBar.issues}
      </span>
      <Step command="previousIssue" label={messages.reviewBar.previousIssue} icon="left" />
      <Step command="nextIssue" label={messages.reviewBar.nextIssue} icon="right" />
      <Tooltip label={messages.reviewBar.leaveReviewMode}>
        <ActionIcon size="sm" aria-label={messages.reviewBar.leaveReviewMode} onClick={() => review.toggle()}>
          <Icon name="close" size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function Action({
  command,
  label,
  icon,
  why,
  isAboutItem = false,
}: {
  readonly command: string;
  readonly label: string;
  readonly icon: string;
  readonly why?: string | undefined;
  /** The title of the command names objects, of which there are none. */
  readonly isAboutItem?: boolean;
}): JSX.Element {
  const commands = useService(CommandRegistry);
  const keys = useKeyMap();
  const id = `review.${command}`;
  const [chord] = keys.chords(id);
  const title = isAboutItem ? label : (commands.state.commands.get(id)?.title ?? label);
  return (
    <Tooltip label={why ?? keys.titled(title, id)}>
      <Button
        size="compact-sm"
        variant="default"
        data-disabled={why !== undefined}
        leftSection={<Icon name={icon} size={14} />}
        rightSection={
          chord === undefined ? undefined : (
            <span aria-hidden>
              <ShortcutKey chord={keys.shown(chord)} />
            </span>
          )
        }
        onClick={event => {
          event.currentTarget.blur();
          if (why === undefined) void commands.run(id);
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

function Step({
  command,
  label,
  icon,
}: {
  readonly command: string;
  readonly label: string;
  readonly icon: string;
}): JSX.Element {
  const commands = useService(CommandRegistry);
  const titled = useKeyMap().titled(label, `review.${command}`);
  return (
    <Tooltip label={titled}>
      <ActionIcon
        size="sm"
        aria-label={titled}
        onClick={event => {
          event.currentTarget.blur();
          void commands.run(`review.${command}`);
        }}
      >
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
