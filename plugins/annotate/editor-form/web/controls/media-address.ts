/** Address of media: the page may show what is our own or in the address itself, and can only point to the rest. */
export type MediaAddress =
  | { readonly kind: 'none' }
  | { readonly kind: 'shown' | 'outside'; readonly address: string }
  | { readonly kind: 'unknown'; readonly text: string };

const SHOWN_DATA = /^data:(?:image|audio|video)\//i;

/** Reads the value of a media component. */
export function mediaAddress(value: unknown, origin: string): MediaAddress {
  if (typeof value !== 'string' || value.trim() === '') return { kind: 'none' };
  const text = value.trim();
  if (SHOWN_DATA.test(text)) return { kind: 'shown', address: text };
  const url = /^(?:https?:)?\/\/|^\//i.test(text) ? URL.parse(text, origin) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return { kind: 'unknown', text };
  return url.origin === new URL(origin).origin
    ? { kind: 'shown', address: url.href }
    : { kind: 'outside', address: url.href };
}
