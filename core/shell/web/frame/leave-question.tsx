import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { askToLeave, hasUnsavedForms } from '#core/ui/web/index.ts';

/** Asks before a page with unsaved forms is left. Drawn once: a router supports one blocker only. */
export function LeaveQuestion(): undefined {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsavedForms() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askToLeave().then(yes => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
}
