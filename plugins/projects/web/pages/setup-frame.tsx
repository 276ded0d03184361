import type { JSX } from 'react';
import { NavLink, Outlet, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import classes from '../projects.module.css';
import { visibleTabs } from './visible-tabs.ts';

/** Setup of a project: its pages at the left. */
export default function SetupFrame(): JSX.Element {
  const host = useService(WebPluginHost);
  const teams = useService(TeamStore);
  const params = useParams();
  useSnapshot(host.state);
  useSnapshot(teams.state);
  return (
    <div className={classes['split']}>
      <nav className={classes['side']} aria-label="Setup">
        {visibleTabs(host, teams, 'project.setup', params).map(tab => (
          <NavLink key={tab.id} to={tab.path} className={classes['sideLink']!}><Icon name={tab.icon ?? 'circle'} size={15} />{tab.title}</NavLink>
        ))}
      </nav>
      <div className={classes['content']}><Outlet /></div>
    </div>
  );
}
