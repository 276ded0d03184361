import type { JSX, ReactNode } from 'react';
import { Mark } from './brand.tsx';
import classes from './shell.module.css';

/** The centred card of pages for people who are not signed in. */
export function SignInCard({ children }: { readonly children: ReactNode }): JSX.Element {
  return (
    <main className={classes['card']}>
      <div className={classes['cardInner']}>
        <div className={classes['brand']}>
          <Mark size={30} />
          Loupe
        </div>
        <div className={classes['cardPanel']}>{children}</div>
      </div>
    </main>
  );
}
