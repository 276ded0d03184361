import type { JSX } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { menuLinks, useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { LinkTabs, PageHeader } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** The person's own pages as tabs. */
export default function ProfileFrame(): JSX.Element {
  const tabs = menuLinks(useService(WebPluginHost), useService(TeamStore), 'profile.tabs', {});
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={messages.profileFrame.yourAccount} />
      <LinkTabs
        label={messages.profileFrame.yourAccount}
        tabs={tabs}
        path={pathname}
        onOpen={path => void navigate(path)}
      />
      <Outlet />
    </>
  );
}
