import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { Icon, toastError } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { QueuedStep } from '../steps/queued-step.ts';
import { QueuedSteps } from '../steps/queued-steps.ts';
import { useDocumentState, useOpen } from './use-controller.ts';
import classes from './frame.module.css';

/** Shows the messages that a person must read before going on: read-only and why, or changed by somebody else. */
export function Banners(): JSX.Element {
  const addressOf = useAddressOf();
  const { document, opened } = useOpen();
  const queued = useService(QueuedSteps);
  const { steps, delayed } = useSnapshot(queued.state);
  const step = steps.find(each => each.itemId === opened.item.id && each.refusal === undefined);
  const { readOnly, elsewhere, save, unwritten } = useDocumentState(document);
  return (
    <>
      {readOnly === undefined ? undefined : (
        <div className={classes['banner']}>
          <Icon name="lock" size={14} />
          {readOnly}
        </div>
      )}
      {step === undefined || !delayed ? undefined : (
        <div className={classes['banner']} role="status">
          <Icon name="clock" size={14} />
          {messages.banners.moveIsQueued(step.title)}
          <Button size="compact-xs" variant="default" onClick={() => queued.cancel(step as QueuedStep)}>
            {messages.banners.cancelMove}
          </Button>
        </div>
      )}
      {elsewhere === undefined || save.kind === 'conflict' ? undefined : (
        <div className={classes['banner']} data-tone="warning" role="status">
          <Icon name="refresh" size={14} />
          {elsewhere.by === undefined
            ? messages.banners.theseAnnotationsWereChangedElsewhere
            : elsewhere.by === document.user.email
              ? messages.banners.youChangedTheseAnnotations
              : messages.banners.byChangedTheseAnnotations(addressOf(elsewhere.by))}
          <Button size="compact-xs" variant="default" onClick={() => void document.mergeElsewhere().catch(toastError)}>
            {document.isClean ? messages.shared.show : messages.banners.merge}
          </Button>
        </div>
      )}
      {unwritten && !document.isClean ? (
        <div className={classes['banner']} data-tone="danger" role="alert">
          <Icon name="warning" size={14} />
          {messages.banners.thisBrowserCantKeep}
        </div>
      ) : undefined}
    </>
  );
}
