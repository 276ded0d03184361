import type { JSX } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { menuLinks, useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { PageHeader, SidePages, usePagePlace } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { useOrganization } from '../use-organization.ts';

/** Pages of an organization at the left; without the right to manage it the page alone, which says so. */
export default function OrganizationFrame(): JSX.Element {
  return useService(TeamStore).can('ManageOrganization') ? <OrganizationPages /> : <Outlet />;
}

/** The teams first; plugins add some by the menu `organization.tabs`. */
function OrganizationPages(): JSX.Element {
  const params = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data } = useOrganization(Number(params['organizationId']));
  usePagePlace(data?.name);
  const others = menuLinks(useContributions(), useService(TeamStore), 'organization.tabs', params);
  const first = {
    id: 'teams',
    title: messages.shared.teams,
    icon: 'people',
    path: `/org/${params['organizationId']}/teams`,
  };
  return (
    <>
      <PageHeader title={data?.name ?? messages.shared.organization} />
      <SidePages
        label={messages.shared.organization}
        tabs={[first, ...others]}
        path={pathname}
        onOpen={path => void navigate(path)}
      >
        <Outlet />
      </SidePages>
    </>
  );
}
