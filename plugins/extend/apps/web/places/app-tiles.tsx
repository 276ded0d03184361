import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { MountedApp } from '../../common/app.ts';
import { appsIn } from '../../common/mounts.ts';
import { MountedApps } from './mounted-apps.ts';
import { AppCommandsMenu } from './app-commands-menu.tsx';
import { PlacedAppView } from './placed-app.tsx';
import classes from './places.module.css';

/** Apps above the list of projects. */
export default function AppTiles(): JSX.Element | undefined {
  const { apps } = useSnapshot(useService(MountedApps).state);
  const shown = appsIn(apps as readonly MountedApp[], 'dashboard.tile');
  if (shown.length === 0) return undefined;
  return (
    <div className={classes['tiles']}>
      {shown.map(({ app, title, height }) => (
        <div key={app.id} className={classes['card']}>
          <div className={classes['head']}>
            <h2 className={classes['title']}>{title}</h2>
            <AppCommandsMenu app={app} place="dashboard.tile" />
          </div>
          <PlacedAppView app={app} context={{ place: 'dashboard.tile' }} height={height} />
        </div>
      ))}
    </div>
  );
}
