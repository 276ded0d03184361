import { Fault } from '#core/base/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import { BYTES } from '#core/api/common/index.ts';
import { isShape } from '#core/api/server/index.ts';
import { isAction } from '#core/permissions/common/index.ts';
import { ACCESS_WORDS } from '../common/index.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const PARTS = ['params', 'query', 'body', 'reply'] as const;

const isReadable = (part: (typeof PARTS)[number], shape: unknown): boolean => {
  if (shape === undefined) return part !== 'reply';
  return isShape(shape) || (shape === BYTES && (part === 'body' || part === 'reply'));
};

/**
 * Checks what a plugin from outside would mount: the server must be able to take it, and it must not get in the way of
 * others. Its calls are below `/api/v1/ID`. @throws Fault MANIFEST_INVALID that names the operation.
 */
export function checkOutsideOperations(owner: string, operations: readonly MountedOperation[]): void {
  const seen = new Set<string>();
  for (const mounted of operations) {
    const { name, operation, service } = mounted;
    const fail = (what: string): Fault => new Fault('MANIFEST_INVALID', `Operation ${name} of "${owner}" ${what}`);
    const base = `/api/v1/${owner}`;
    if (service !== 'main') throw fail(`belongs to the service ${String(service)}; use main`);
    if (!METHODS.has(operation.method))
      throw fail(`has the method ${String(operation.method)}; use one of ${[...METHODS].join(', ')}`);
    if (operation.path !== base && !operation.path.startsWith(`${base}/`))
      throw fail(`has the path ${operation.path}; calls of a plugin must be below ${base}`);
    if (!/^(\/:?[\w-]+)+$/.test(operation.path))
      throw fail(`has the path ${operation.path}, which is none the server can take`);
    if (typeof operation.access !== 'string' || !(ACCESS_WORDS.has(operation.access) || isAction(operation.access)))
      throw fail(`asks for the unknown access "${String(operation.access)}"`);
    if (typeof mounted.handler !== 'function') throw fail('has no handler');
    const shape = `${operation.method} ${operation.path.replace(/:[\w-]+/g, ':')}`;
    if (seen.has(shape)) throw fail(`is there twice: ${shape}`);
    seen.add(shape);
    const unread = PARTS.find(part => !isReadable(part, operation[part]));
    if (unread !== undefined)
      throw fail(`has a shape for its ${unread} that the server cannot read: make all of it with the z of the SDK`);
  }
}
