import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { AppContext } from './app-context.ts';
import type { CommandController } from './command-controller.ts';
import type { Workbench, WorkbenchEvent, WorkbenchEvents } from './workbench.ts';

/** Context of every component of an app. */
export interface AppSurroundings {
  readonly workbench: Workbench;
  readonly commands: Pick<CommandController, 'on'>;
  readonly context: AppContext;
}

/** Given by `mount`. */
export const Surroundings = createContext<AppSurroundings | undefined>(undefined);

function useSurroundings(): AppSurroundings {
  const given = useContext(Surroundings);
  if (given === undefined)
    throw new Error('Hooks of the SDK need a component that is drawn by mount, or is the default export of the entry.');
  return given;
}

/** All that the app can do in the product. */
export const useWorkbench = (): Workbench => useSurroundings().workbench;

/** Returns the place and the reader of the app; the component is drawn again when it changes. */
export const useAppContext = (): AppContext => useSurroundings().context;

/** The theme of the product now. */
export const useTheme = (): 'light' | 'dark' => useSurroundings().context.theme;

/** Calls `listener` with every event of that name while the component is drawn. */
export function useAppEvent<E extends WorkbenchEvent>(event: E, listener: (payload: WorkbenchEvents[E]) => void): void {
  const workbench = useWorkbench();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => workbench.on(event, payload => latest.current(payload)), [workbench, event]);
}

/**
 * Does a command of the manifest while the component is drawn: `useCommand('refresh', again)`. One that was chosen
 * before the component was there is done when it appears.
 */
export function useCommand(id: string, listener: () => void): void {
  const { commands } = useSurroundings();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => commands.on(id, () => latest.current()), [commands, id]);
}

/** State of a call. While it is made again, the data from before stays. */
export interface CallState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  /** Makes the call again. */
  readonly again: () => void;
}

/**
 * Makes a call when the component appears, and again when something of `on` changes:
 * `useCall(workbench => workbench.projects.list(), [])`.
 */
export function useCall<Data>(call: (workbench: Workbench) => Promise<Data>, on: readonly unknown[]): CallState<Data> {
  const workbench = useWorkbench();
  const [settled, setSettled] = useState<{
    readonly run: object | undefined;
    readonly data: Data | undefined;
    readonly error: Error | undefined;
  }>({ run: undefined, data: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  // Another object for each time that the call is made.
  // oxlint-disable-next-line react/use-memo, react-hooks/exhaustive-deps -- the caller says what it depends on
  const run = useMemo(() => ({}), [turn, ...on]);
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  useEffect(() => {
    let current = true;
    latest.current(workbench).then(
      data => {
        if (current) setSettled({ run, data, error: undefined });
      },
      (error: unknown) => {
        if (current)
          setSettled(before => ({
            run,
            data: before.data,
            error: error instanceof Error ? error : new Error(String(error)),
          }));
      },
    );
    return () => {
      current = false;
    };
  }, [workbench, run]);
  return {
    data: settled.data,
    error: settled.error,
    loading: settled.run !== run,
    again: useCallback(() => setTurn(before => before + 1), []),
  };
}
