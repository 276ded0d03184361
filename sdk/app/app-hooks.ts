import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { AppContext } from './app-context.ts';
import type { Workbench, WorkbenchEvent, WorkbenchEvents } from './workbench.ts';

/** What stands around every component of an app. */
export interface AppSurroundings {
  readonly workbench: Workbench;
  readonly context: AppContext;
}

/** Given by `mount`. */
export const Surroundings = createContext<AppSurroundings | undefined>(undefined);

function useSurroundings(): AppSurroundings {
  const given = useContext(Surroundings);
  if (given === undefined) throw new Error('Hooks of the SDK need a component that is drawn by mount, or is the default export of the entry.');
  return given;
}

/** All that the app can do in the product. */
export const useWorkbench = (): Workbench => useSurroundings().workbench;

/** Where the app stands and who uses it; the component is drawn again when it changes. */
export const useAppContext = (): AppContext => useSurroundings().context;

/** The theme of the product now. */
export const useTheme = (): 'light' | 'dark' => useSurroundings().context.theme;

/** Calls `listener` with every event of that name while the component is drawn. */
export function useAppEvent<E extends WorkbenchEvent>(event: E, listener: (told: WorkbenchEvents[E]) => void): void {
  const workbench = useWorkbench();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => workbench.on(event, told => latest.current(told)), [workbench, event]);
}

/** How far a call is. While it is made again, the data from before stays. */
export interface CallState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  /** Makes the call again. */
  readonly again: () => void;
}

/** Makes a call when the component appears, and again when something of `on` changes: `useCall(workbench => workbench.projects.list(), [])`. */
export function useCall<Data>(call: (workbench: Workbench) => Promise<Data>, on: readonly unknown[]): CallState<Data> {
  const workbench = useWorkbench();
  const [state, setState] = useState<Omit<CallState<Data>, 'again'>>({ data: undefined, error: undefined, loading: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  useEffect(() => {
    let current = true;
    setState(before => ({ ...before, loading: true }));
    latest.current(workbench).then(
      data => { if (current) setState({ data, error: undefined, loading: false }); },
      (error: unknown) => { if (current) setState(before => ({ data: before.data, error: error instanceof Error ? error : new Error(String(error)), loading: false })); },
    );
    return () => {
      current = false;
    };
  }, [workbench, turn, ...on]);
  return { ...state, again: useCallback(() => setTurn(before => before + 1), []) };
}
