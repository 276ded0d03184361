import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { confirm } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Leaving a form with changes asks, on a link as on closing the tab. */
export function useLeaveQuestion(dirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: messages.useLeaveQuestion.unsavedChanges,
      text: messages.useLeaveQuestion.yourChangesOnThisPage,
      action: messages.useLeaveQuestion.leave,
      danger: true,
    }).then(yes => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
