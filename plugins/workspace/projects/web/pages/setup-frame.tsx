import type { JSX } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { menuLinks, useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { LinkTabs } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import classes from '../projects.module.css';

/** Setup of a project: its pages at the left. */
export default function SetupFrame(): JSX.Element {
  const host = useContributions();
  const teams = useService(TeamStore);
  const params = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useSnapshot(teams.state);
  return (
    <div className={classes['split']}>
      <LinkTabs
        label={messages.shared.setup}
        place="side"
        tabs={menuLinks(host, teams, 'project.setup', params)}
        path={pathname}
        onOpen={path => void navigate(path)}
      />
      <div className={classes['content']}>
        <Outlet />
      </div>
    </div>
  );
}
