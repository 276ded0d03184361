import { useLocation } from 'react-router-dom';

/** State of the address that a project is opened at. */
export const openedProject = { projectOpened: true } as const;

/** True on the first tab of a project that was opened: the person chose the project, not the tab. */
export function useOpenedProject(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'projectOpened' in state;
}
