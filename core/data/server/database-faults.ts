import { Fault, isFault, notFound } from '#core/base/common/index.ts';

/** A unique constraint refused a row; `constraint` is its name in the database. */
export class UniqueViolation extends Error {
  readonly constraint: string;

  constructor(constraint: string, cause: unknown) {
    super(`Unique constraint ${constraint} refused a row.`, { cause });
    this.name = 'UniqueViolation';
    this.constraint = constraint;
  }
}

/**
 * Refuses the use of a database handle inside another open transaction: on the embedded database it would wait for
 * ever.
 */
export class NestedTransaction extends Fault {
  constructor(wanted: string, open: string) {
    super(
      'NESTED_TRANSACTION',
      `The handle "${wanted}" was used inside the open transaction "${open}". Use that transaction's handle, or wait until it has ended.`,
    );
  }
}

interface DriverError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly detail?: unknown;
}

const codeOf = (error: unknown): string | undefined => {
  const code = (error as DriverError | undefined)?.code;
  return error instanceof Error && typeof code === 'string' ? code : undefined;
};

/** The unique violation behind a failed statement, or undefined for every other error. */
export function asUniqueViolation(error: unknown): UniqueViolation | undefined {
  if (error instanceof UniqueViolation) return error;
  if (codeOf(error) !== '23505') return undefined;
  return new UniqueViolation(String((error as DriverError).constraint ?? ''), error);
}

/** True for failures that may pass when the same transaction is tried again: serialization failure and deadlock. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
]);
const LOST =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end/;

/** SQLSTATE of a transaction that was opened for a team that has ended. */
export const TEAM_ENDED = 'LP404';

/** Code of a transaction that lost against others more than once: the same work may succeed a moment later. */
export const DATABASE_BUSY = 'DATABASE_BUSY';

/** Values no column can hold: a text with a NUL character, a number too large. */
const UNSTORABLE: Readonly<Record<string, string>> = {
  '22021': 'a text contains a character that cannot be stored (NUL)',
  '22P05': 'a text contains a character that cannot be stored (NUL)',
  '22003': 'a number is too large',
};

/** JSON with half a character of UTF-16 in a text is written well, and no JSON to the database. */
const halfCharacter = (error: Error & DriverError): string | undefined =>
  error.code === '22P02' && /surrogate/i.test(String(error.detail)) ? 'a text contains half a character' : undefined;

/**
 * Turns a database that is away or busy and a full disk into faults that answer 503, a team that has ended into 404,
 * and values that cannot be stored into 400. Returns other errors as they are.
 */
export function asDatabaseFault(error: unknown): unknown {
  if (isFault(error) || !(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === '53100')
    return new Fault(
      'DISK_FULL',
      'The server has no disk space left, so nothing was saved. Free some space and try again.',
      { status: 503, cause: error },
    );
  if ((code !== undefined && UNREACHABLE.has(code)) || LOST.test(error.message)) {
    return new Fault(
      'DATABASE_UNAVAILABLE',
      'The database cannot be reached, so nothing was saved. Try again in a moment.',
      { status: 503, cause: error },
    );
  }
  if (isRetryable(error))
    return new Fault(
      DATABASE_BUSY,
      'Somebody changed the same things at the same moment, so nothing was saved. Try again.',
      { status: 503, cause: error },
    );
  if (code === TEAM_ENDED) return notFound('The team');
  const unstorable = code === undefined ? undefined : (UNSTORABLE[code] ?? halfCharacter(error));
  if (unstorable !== undefined)
    return new Fault('INVALID_FIELD', `The input is not valid: ${unstorable}.`, { status: 400, cause: error });
  return error;
}
