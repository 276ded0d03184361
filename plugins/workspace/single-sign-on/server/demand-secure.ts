import { invalidField } from '#core/base/common/index.ts';
import { isLoopback } from './provider-client.ts';

/** Refuses an address that others on its way could change. @throws Fault INVALID_FIELD (400) */
export function demandSecure(field: string, address: string): void {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    throw invalidField(field, 'must begin with https://');
}
