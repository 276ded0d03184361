import type { JSX } from 'react';
import type { PlacedApp } from '../../common/mounts.ts';
import type { PlaceOfApp } from '../host/use-situation.ts';
import { PlacedAppView } from './placed-app.tsx';
import classes from './places.module.css';

/** The apps of a place below one another, each with its title and height. */
export function AppStack({ apps, context }: { readonly apps: readonly PlacedApp[]; readonly context: PlaceOfApp }): JSX.Element {
  return (
    <div className={classes['stack']}>
      {apps.map(({ app, title, height }) => (
        <div key={app.id} className={classes['card']}>
          <h3 className={classes['title']}>{title}</h3>
          <PlacedAppView app={app} context={context} height={height} />
        </div>
      ))}
    </div>
  );
}
