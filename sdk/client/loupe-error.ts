/** An answer that is no success. `code` is stable; the message is for people. */
export class LoupeError extends Error {
  /** HTTP status; 502 when the server could not be reached. */
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.name = 'LoupeError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The error of an answer: status with the parsed body, or with the status text when the body is empty. */
export async function errorOf(response: Response): Promise<LoupeError> {
  const text = await response.text();
  try {
    const { error, errors, code, details } = JSON.parse(text) as {
      error?: unknown;
      errors?: unknown;
      code?: string;
      details?: unknown;
    };
    const message = error ?? errors;
    return new LoupeError(
      response.status,
      code ?? `HTTP_${response.status}`,
      typeof message === 'string'
        ? message
        : Array.isArray(message)
          ? message.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')
          : JSON.stringify(message ?? null),
      details,
    );
  } catch {
    return new LoupeError(response.status, `HTTP_${response.status}`, text || response.statusText);
  }
}
