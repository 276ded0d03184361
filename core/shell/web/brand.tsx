import type { JSX } from 'react';
import logo from './loupe.svg';

/** The product's mark. */
export function Mark({ size = 24 }: { readonly size?: number }): JSX.Element {
  return <img src={logo} width={size} height={size} alt="" />;
}
