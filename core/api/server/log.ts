/** The few log calls the product uses; pino behind it. */
export interface Log {
  debug(facts: object, text?: string): void;
  info(facts: object, text?: string): void;
  warn(facts: object, text?: string): void;
  error(facts: object, text?: string): void;
  child(bindings: object): Log;
}

/** Paths pino blanks out, so that no secret reaches a log line. */
export const REDACTED: readonly string[] = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.password',
  '*.token',
  '*.secret',
];
