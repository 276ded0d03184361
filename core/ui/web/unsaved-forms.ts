import { useEffect } from 'react';

/** Forms of the page with changes that are not saved. */
const unsaved = new Set<symbol>();

/** Returns whether a form of the page has changes that are not saved. */
export const hasUnsavedForms = (): boolean => unsaved.size > 0;

/** Leaving a form with changes asks, on a link as on closing the tab. A page may have several such forms. */
export function useLeaveQuestion(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const form = Symbol();
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    unsaved.add(form);
    window.addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [dirty]);
}
