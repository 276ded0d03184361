import type { JSX } from 'react';
import type { PlacedApp } from '../../common/mounts.ts';
import type { PlaceOfApp } from '../host/use-situation.ts';
import { AppCommandsMenu } from './app-commands-menu.tsx';
import { PlacedAppView } from './placed-app.tsx';
import classes from './places.module.css';

/** The apps of a place below one another, each with its title and height. */
export function AppStack({
  apps,
  context,
}: {
  readonly apps: readonly PlacedApp[];
  readonly context: PlaceOfApp;
}): JSX.Element {
  return (
    <div className={classes['stack']}>
      {apps.map(({ app, title, height }) => (
        <div key={app.id} className={classes['card']}>
          <div className={classes['head']}>
            <h3 className={classes['title']}>{title}</h3>
            <AppCommandsMenu app={app} place={context.place} itemId={context.item?.id} />
          </div>
          <PlacedAppView app={app} context={context} height={height} />
        </div>
      ))}
    </div>
  );
}
