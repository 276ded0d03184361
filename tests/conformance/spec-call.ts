import type { Service } from '#core/api/common/index.ts';

/** One call of the specification's section 7: the operation that serves it, or the later work that will. */
export interface SpecCall {
  readonly service: Service;
  readonly method: string;
  /** Parameters as `:`. */
  readonly path: string;
  /** Absent: it is served now. */
  readonly later?: string;
}

/** Returns the calls of a service, one a line. */
export const calls = (service: Service, text: string, later?: string): readonly SpecCall[] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [method = '', path = ''] = line.trim().split(/\s+/);
      return { service, method, path, ...(later === undefined ? {} : { later }) };
    });
