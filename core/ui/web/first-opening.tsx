import { Modal as MantineModal } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import type { JSX } from 'react';
import { useCloseByEscape } from './close-by-escape.ts';
import { useLeaveQuestion } from './unsaved-forms.ts';

interface Dialog {
  readonly opened: boolean;
  readonly children: (opened: boolean) => JSX.Element;
}

/** Draws nothing of a dialog before its first opening: a closed one costs its page a part of what an open one does. */
export function FromFirstOpening({ opened, children }: Dialog): JSX.Element | undefined {
  const [there, setThere] = useState(opened);
  if (opened && !there) setThere(true);
  return there ? <ClosedFirst opened={opened}>{children}</ClosedFirst> : undefined;
}

/**
 * Drawings of a dialog that is closed until all of it is there: its own, and that of what it draws at the end of the
 * page.
 */
const CLOSED_DRAWINGS = 2;

/**
 * It is there closed for a moment before it opens: then it knows where the focus was, and gives it back. In layout
 * effects: later, others would have had the focus.
 */
function ClosedFirst({ opened, children }: Dialog): JSX.Element {
  const [drawings, setDrawings] = useState(0);
  // oxlint-disable-next-line react/set-state-in-effect -- drawings of their own are what it is for
  useLayoutEffect(() => setDrawings(before => Math.min(before + 1, CLOSED_DRAWINGS)), [drawings]);
  return children(drawings === CLOSED_DRAWINGS && opened);
}

interface OwnModalProps extends ModalProps {
  /** Its contents are not shown again: only its own buttons close it, and leaving the page asks first. */
  readonly shownOnce?: boolean;
}

/**
 * Mantine's, drawn from its first opening on. It is gone at once when it closes, so that the next key reaches what is
 * below.
 */
export function Modal({
  opened,
  closeOnEscape,
  transitionProps,
  shownOnce = false,
  ...props
}: OwnModalProps): JSX.Element {
  useCloseByEscape({ opened, closeOnEscape: shownOnce ? false : closeOnEscape, onClose: props.onClose });
  useLeaveQuestion(opened && shownOnce);
  return (
    <FromFirstOpening opened={opened}>
      {now => (
        <MantineModal
          opened={now}
          closeOnEscape={false}
          transitionProps={{ exitDuration: 0, ...transitionProps }}
          {...props}
          {...(shownOnce ? { closeOnClickOutside: false, withCloseButton: false } : {})}
        />
      )}
    </FromFirstOpening>
  );
}
