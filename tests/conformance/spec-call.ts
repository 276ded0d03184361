import type { Service } from '#core/api/common/index.ts';

/** One call of the specification's section 7, which an operation serves. */
export interface SpecCall {
  readonly service: Service;
  readonly method: string;
  /** Parameters as `:`. */
  readonly path: string;
}

/** Returns the calls of a service, one a line. */
export const calls = (service: Service, text: string): readonly SpecCall[] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [method = '', path = ''] = line.trim().split(/\s+/);
      return { service, method, path };
    });
