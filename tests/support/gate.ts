/** A promise that a test settles when it wants. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Makes a gate that is closed. */
export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => (open = resolve));
  return { opened, open: () => open() };
}
