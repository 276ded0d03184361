import { Fault } from '#core/base/common/index.ts';

/** The refusal of a mailed link that is unknown, used or too old. */
export const linkExpired = (): Fault =>
  new Fault('LINK_EXPIRED', 'This link was used or has expired. Ask for a new one.', { status: 404 });

/** Returns the address that a link is for. @throws Fault LINK_EXPIRED (404) */
export function emailOf(subject: { readonly data: Readonly<Record<string, unknown>> } | undefined): string {
  const email = subject?.data['email'];
  if (typeof email !== 'string') throw linkExpired();
  return email;
}
