import type { JSX } from 'react';
import { generatePath, Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { forbidden } from '#core/base/common/index.ts';
import { menuLinks, useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ErrorPanel, LinkTabs } from '#core/ui/web/index.ts';
import classes from '../projects.module.css';

/** Setup of a project: its pages at the left. A page the caller may not open says which right is missing. */
export default function SetupFrame(): JSX.Element {
  const host = useService(WebPluginHost);
  const teams = useService(TeamStore);
  const params = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useSnapshot(host.state);
  useSnapshot(teams.state);
  const closed = host.menu('project.setup', params).find(each => each.path !== undefined && each.access !== undefined && !teams.can(each.access) && generatePath(each.path, params) === pathname);
  return (
    <div className={classes['split']}>
      <LinkTabs label="Setup" place="side" tabs={menuLinks(host, teams, 'project.setup', params)} path={pathname} onOpen={path => void navigate(path)} />
      <div className={classes['content']}>{closed === undefined ? <Outlet /> : <ErrorPanel error={forbidden(closed.access!)} />}</div>
    </div>
  );
}
