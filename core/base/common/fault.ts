/** Extra facts of a fault; all optional. */
export interface FaultOptions {
  /** HTTP status the fault answers with; 500 when absent. */
  readonly status?: number;
  /** Facts for programs and screens, e.g. the list of fields or the current revision. Must be plain JSON. */
  readonly details?: unknown;
  /** Replaces `error: message` in the answer where a contract fixes another shape. Must be plain JSON. */
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * An error with a stable code in UPPER_SNAKE_CASE and a text for people.
 * Codes and texts are those of the product's catalogue.
 */
export class Fault extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly shape: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.status = options.status ?? 500;
    this.details = options.details;
    this.shape = options.shape;
  }
}

/** True for a fault of any copy of this module (bundles may hold two). */
export function isFault(error: unknown): error is Fault {
  return error instanceof Error && error.name === 'Fault' && typeof (error as Fault).code === 'string';
}

/** 404: the entity is not there, or not for the caller. */
export const notFound = (entity: string): Fault =>
  new Fault('NOT_FOUND', `${entity} was not found. It may have been deleted.`, { status: 404, details: { entity } });

/** 403: the caller lacks a right. */
export const forbidden = (action: string): Fault =>
  new Fault('FORBIDDEN', `You don't have the right to do this (${action}).`, { status: 403, details: { action } });

/** Parts of a request, which do not belong to the name of a field. */
const PLACE = /^(?:params|query|body)\./;

const fieldProblem = (field: string, reason: string): string => `${field.replace(PLACE, '')} is not valid: ${reason}`;

/** 400: one field of the input is wrong. `text` is for people where the name of the field says nothing to them. */
export const invalidField = (field: string, reason: string, text = fieldProblem(field, reason)): Fault =>
  new Fault('INVALID_FIELD', text, { status: 400, details: { issues: [{ field, reason }] } });

/** 400: several fields of the input are wrong; the text names the first five, the details all. */
export const invalidFields = (issues: readonly { readonly field: string; readonly reason: string }[]): Fault =>
  new Fault(
    'INVALID_FIELD',
    issues
      .slice(0, 5)
      .map(each => fieldProblem(each.field, each.reason))
      .join('; '),
    { status: 400, details: { issues } },
  );

/** 409: somebody else changed it since. */
export const conflict = (details?: unknown): Fault =>
  new Fault('CONFLICT', 'Someone changed this since you opened it.', { status: 409, details });

/** 401: no session, or an ended one. */
export const unauthorized = (): Fault => new Fault('UNAUTHORIZED', 'Please sign in again.', { status: 401 });
