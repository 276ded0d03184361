import type { JSX } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LinkTabs } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

const TABS = [
  { id: 'organizations', title: messages.shared.organizations, icon: 'organization', path: '/admin/organizations' },
  { id: 'plugins', title: messages.shared.plugins, icon: 'plugin', path: '/admin/plugins' },
  { id: 'extensions', title: messages.adminTabs.forAuthors, icon: 'code', path: '/admin/extensions' },
  { id: 'maintenance', title: messages.shared.maintenance, icon: 'settings', path: '/admin/maintenance' },
] as const;

/** Pages of the administration. */
export function AdminTabs(): JSX.Element {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <LinkTabs
      label={messages.adminTabs.administration}
      tabs={TABS}
      path={pathname}
      onOpen={path => void navigate(path)}
    />
  );
}
