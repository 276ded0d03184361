import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { SessionStore } from '#core/auth/web/index.ts';
import { Icon, toastError } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';
import classes from './shell.module.css';

const MINUTE_MS = 60_000;

/** A red frame around every page, with a bar that names the person, while a super-admin views as somebody else. */
export function ViewingFrame({ session }: { readonly session: SessionStore }): JSX.Element | undefined {
  const { viewing } = useSnapshot(session.state);
  return viewing === undefined ? undefined : (
    <ViewingBar key={viewing.until} session={session} name={viewing.name} until={viewing.until} />
  );
}

const minutesUntil = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / MINUTE_MS));

function ViewingBar({
  session,
  name,
  until,
}: {
  readonly session: SessionStore;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}): JSX.Element {
  const stopping = useMutation({ mutationFn: () => session.endView(), onError: toastError });
  const [left, setLeft] = useState(() => minutesUntil(until));
  useEffect(() => {
    const counting = setInterval(() => setLeft(minutesUntil(until)), MINUTE_MS / 4);
    return () => clearInterval(counting);
  }, [until]);
  return (
    <>
      <div className={classes['viewingFrame']} aria-hidden />
      <div className={classes['viewingBar']} role="region" aria-label={messages.viewingFrame.label}>
        <Icon name="eye" size={16} />
        <span className={classes['viewingText']}>
          <strong>{messages.viewingFrame.viewingAs(name)}</strong> {messages.viewingFrame.readOnly(left)}
        </span>
        <Button size="compact-xs" variant="default" loading={stopping.isPending} onClick={() => stopping.mutate()}>
          {messages.viewingFrame.stop}
        </Button>
      </div>
    </>
  );
}
