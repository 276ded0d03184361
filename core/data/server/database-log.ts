/** The log calls this area needs; the server's pino logger fits. */
export interface DatabaseLog {
  debug(facts: object, text?: string): void;
  info(facts: object, text?: string): void;
  warn(facts: object, text?: string): void;
  error(facts: object, text?: string): void;
}

const quiet = (): void => undefined;

/** A log that keeps nothing, for tests and one-shot commands. */
export const silentLog: DatabaseLog = { debug: quiet, info: quiet, warn: quiet, error: quiet };
