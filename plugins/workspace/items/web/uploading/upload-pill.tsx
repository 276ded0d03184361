import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import classes from '../data.module.css';
import { messages } from '../messages.ts';
import { UploadQueue } from './upload-queue.ts';

/** The queue in small, while its dialog is closed. */
export function UploadPill(): JSX.Element | undefined {
  const queue = useService(UploadQueue);
  const { total, done, failed, skipped, sentBytes, totalBytes, paused } = useSnapshot(queue.state);
  if (total === 0 || (!queue.active && failed === 0)) return undefined;
  const text = queue.active
    ? messages.uploadPill.pausedOf(paused, (done + skipped + failed).toLocaleString('en'), total.toLocaleString('en'))
    : messages.uploadPill.failed(failed.toLocaleString('en'));
  return (
    <button
      type="button"
      className={classes['pill']}
      onClick={() => queue.open(true)}
      aria-label={messages.uploadPill.uploadTextOpen(text)}
    >
      <Icon name={failed > 0 && !queue.active ? 'warning' : 'upload'} size={14} />
      {text}
      {queue.active ? (
        <span className={classes['pillBar']}>
          <span
            className={classes['pillDone']}
            style={{ display: 'block', width: `${totalBytes === 0 ? 0 : (sentBytes / totalBytes) * 100}%` }}
          />
        </span>
      ) : undefined}
    </button>
  );
}
