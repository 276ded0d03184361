/** A file of a foreign format that cannot be read. The message names the line or field, `path` the file. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  constructor(
    readonly path: string,
    message: string,
  ) {
    super(`${path}: ${message}`);
  }
}
