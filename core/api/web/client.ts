import type { Api, ArgumentsOf, ResultOf } from '../common/index.ts';
import type { RawArguments, Transport } from './transport.ts';

/** Calls of a contract as functions: `api.listQueries({ query: { offset: 0 } })`. */
export type Client<A extends Api> = {
  readonly [K in keyof A['operations']]: Partial<ArgumentsOf<A['operations'][K]>> extends ArgumentsOf<
    A['operations'][K]
  >
    ? (args?: ArgumentsOf<A['operations'][K]>) => Promise<ResultOf<A['operations'][K]>>
    : (args: ArgumentsOf<A['operations'][K]>) => Promise<ResultOf<A['operations'][K]>>;
};

/** Makes the client of a contract. Replies are checked against the contract. `headers` go with each of its calls. */
export function client<A extends Api>(
  api: A,
  transport: Transport,
  headers?: Readonly<Record<string, string>>,
): Client<A> {
  return Object.fromEntries(
    Object.entries(api.operations).map(([name, operation]) => [
      name,
      (args: RawArguments = {}) =>
        transport.send(
          { service: api.service, name, path: operation.path },
          operation,
          headers === undefined ? args : { ...args, headers },
        ),
    ]),
  ) as Client<A>;
}
