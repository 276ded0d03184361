import { useRef } from 'react';

/** The part of a mutation that starts it. */
interface Startable<T> {
  readonly mutate: (variables: T, options: { readonly onSettled: () => void }) => void;
}

/**
 * Returns a function that starts a mutation unless it is under way. `isPending` is known from the next render on, so a
 * double click on a busy machine would start it twice.
 */
export function useOnceAtATime<T>({ mutate }: Startable<T>): (variables: T) => void {
  const busy = useRef(false);
  return variables => {
    if (busy.current) return;
    busy.current = true;
    mutate(variables, {
      onSettled: () => {
        busy.current = false;
      },
    });
  };
}
