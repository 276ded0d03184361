import type { JSX } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { menuLinks, useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { SidePages } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Setup of a project: its pages at the left. */
export default function SetupFrame(): JSX.Element {
  const host = useContributions();
  const teams = useService(TeamStore);
  const params = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useSnapshot(teams.state);
  return (
    <SidePages
      label={messages.shared.setup}
      tabs={menuLinks(host, teams, 'project.setup', params)}
      path={pathname}
      onOpen={path => void navigate(path)}
    >
      <Outlet />
    </SidePages>
  );
}
