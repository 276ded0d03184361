import { MAINTENANCE_PATH } from '#core/maintenance/web/index.ts';

/** A page before sign-in, by its address. Secrets of links are in the fragment, which browsers send to no server. */
export type EntryPage =
  | { readonly page: 'maintenance' | 'install' }
  | { readonly page: 'invitation'; readonly token: string }
  | { readonly page: 'reset-password'; readonly token: string | undefined }
  | { readonly page: 'provider-return'; readonly answer: string }
  | { readonly page: 'email-link'; readonly purpose: 'email-change' | 'email-undo'; readonly token: string }
  | { readonly page: 'sign-up'; readonly token: string | undefined };

const EMAIL_LINKS: Readonly<Partial<Record<string, 'email-change' | 'email-undo'>>> = {
  '/confirm-email': 'email-change',
  '/undo-email-change': 'email-undo',
};

/** Returns the page that an address names; undefined for addresses of people who are signed in. */
export function entryPageOf({
  pathname,
  hash,
  search,
}: {
  readonly pathname: string;
  readonly hash: string;
  readonly search: string;
}): EntryPage | undefined {
  if (pathname === MAINTENANCE_PATH) return { page: 'maintenance' };
  if (pathname === '/install') return { page: 'install' };
  const invitation = /^\/invite\/([\w-]+)$/.exec(pathname)?.[1];
  if (invitation !== undefined) return { page: 'invitation', token: invitation };
  if (pathname === '/sign-in/return') return { page: 'provider-return', answer: search.slice(1) };
  const token = /^#([\w-]{20,100})$/.exec(hash)?.[1];
  if (pathname === '/reset-password') return { page: 'reset-password', token };
  if (pathname === '/sign-up') return { page: 'sign-up', token: undefined };
  if (token === undefined) return undefined;
  const purpose = EMAIL_LINKS[pathname];
  if (purpose !== undefined) return { page: 'email-link', purpose, token };
  return pathname === '/verify' ? { page: 'sign-up', token } : undefined;
}
