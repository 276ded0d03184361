import type { JSX } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { menuLinks, useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { SidePages } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Its entry in the main menu has the title of all of them. */
const FIRST = {
  id: 'organizations',
  title: messages.shared.organizations,
  icon: 'organization',
  path: '/admin/organizations',
} as const;

/** Pages of the administration at the left; without the right to them the page alone, which says so. */
export default function AdminFrame(): JSX.Element {
  return useService(TeamStore).can('super-admin') ? <AdminPages /> : <Outlet />;
}

/** The organizations first; plugins add some by the menu `administration.tabs`. */
function AdminPages(): JSX.Element {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const others = menuLinks(useContributions(), useService(TeamStore), 'administration.tabs', {});
  return (
    <SidePages
      label={messages.adminFrame.administration}
      tabs={[FIRST, ...others]}
      path={pathname}
      onOpen={path => void navigate(path)}
    >
      <Outlet />
    </SidePages>
  );
}
