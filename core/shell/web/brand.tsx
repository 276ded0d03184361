import type { JSX } from 'react';

/**
 * The product's mark, the drawing of `loupe.svg`: as a picture of its own it would be one more file and document of
 * each first page. The icon of the tab is the same in pixels (`loupe.png`): browsers open a document for a drawing
 * there, too.
 */
export function Mark({ size = 24 }: { readonly size?: number }): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" strokeLinecap="round" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#0f7386" />
      <circle cx="14" cy="14" r="7" stroke="#fff" strokeWidth="3" />
      <path d="M19.5 19.5 25 25" stroke="#fff" strokeWidth="3.4" />
      <path d="M11 14h6M14 11v6" stroke="#75c1cf" strokeWidth="1.6" />
    </svg>
  );
}
