import type { JSX } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { menuLinks, useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { LinkTabs } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** Its entry in the main menu has the title of all of them. */
const FIRST = {
  id: 'organizations',
  title: messages.shared.organizations,
  icon: 'organization',
  path: '/admin/organizations',
} as const;

/** Pages of the administration; plugins add some by the menu `administration.tabs`. */
export function AdminTabs(): JSX.Element {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const others = menuLinks(useContributions(), useService(TeamStore), 'administration.tabs', {});
  return (
    <LinkTabs
      label={messages.adminTabs.administration}
      tabs={[FIRST, ...others]}
      path={pathname}
      onOpen={path => void navigate(path)}
    />
  );
}
