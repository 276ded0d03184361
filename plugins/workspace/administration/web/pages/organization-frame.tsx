import type { JSX } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { menuLinks, useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { LinkTabs, PageHeader } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { useOrganizationPlugins } from '../plugin-switches.tsx';

/** One organization for its owner: its pages as tabs. */
export default function OrganizationFrame(): JSX.Element {
  const host = useContributions();
  const teams = useService(TeamStore);
  const params = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data } = useOrganizationPlugins(Number(params['organizationId']));
  // The page of the plugins stands in the main menu for the entire organization, and under its own name here.
  const tabs = menuLinks(host, teams, 'organization.tabs', params).map(tab =>
    tab.id === 'administration.ownOrganization' ? { ...tab, title: messages.shared.plugins, icon: 'plugin' } : tab,
  );
  return (
    <>
      <PageHeader title={data?.organization.name ?? messages.shared.organization} />
      <LinkTabs label={messages.shared.organization} tabs={tabs} path={pathname} onOpen={path => void navigate(path)} />
      <Outlet />
    </>
  );
}
