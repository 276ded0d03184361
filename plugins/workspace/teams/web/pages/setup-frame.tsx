import type { JSX } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { menuLinks, useContributions, useService, useTeam } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { PageHeader, SidePages } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Team setup: its pages at the left. */
export default function SetupFrame(): JSX.Element {
  const host = useContributions();
  const teams = useService(TeamStore);
  const team = useTeam();
  const params = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={team.name} />
      <SidePages
        label={messages.setupFrame.teamSetup}
        tabs={menuLinks(host, teams, 'team.setup', params)}
        path={pathname}
        onOpen={path => void navigate(path)}
      >
        <Outlet />
      </SidePages>
    </>
  );
}
