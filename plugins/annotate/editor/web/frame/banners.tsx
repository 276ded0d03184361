import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, toastError } from '#core/ui/web/index.ts';
import { useDocumentState, useOpen } from './use-controller.ts';
import classes from './frame.module.css';

/** What a person must know before going on: read-only and why, or changed by somebody else. */
export function Banners(): JSX.Element {
  const { document } = useOpen();
  const { readOnly, elsewhere, save, unwritten } = useDocumentState(document);
  return (
    <>
      {readOnly === undefined ? undefined : (
        <div className={classes['banner']}>
          <Icon name="lock" size={14} />
          {readOnly}
        </div>
      )}
      {elsewhere === undefined || save.kind === 'conflict' ? undefined : (
        <div className={classes['banner']} data-tone="warning" role="status">
          <Icon name="refresh" size={14} />
          {elsewhere.by === undefined
            ? 'These annotations were changed elsewhere.'
            : elsewhere.by === document.user.email
              ? 'You changed these annotations in another window.'
              : `${elsewhere.by} changed these annotations.`}
          <Button size="compact-xs" variant="default" onClick={() => void document.mergeElsewhere().catch(toastError)}>
            {document.isClean ? 'Show' : 'Merge'}
          </Button>
        </div>
      )}
      {unwritten && !document.isClean ? (
        <div className={classes['banner']} data-tone="danger" role="alert">
          <Icon name="warning" size={14} />
          This browser can’t keep your unsaved work. Don’t close this tab before it is saved.
        </div>
      ) : undefined}
    </>
  );
}
