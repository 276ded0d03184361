import type { JSX } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LinkTabs } from '#core/ui/web/index.ts';

const TABS = [
  { id: 'organizations', title: 'Organizations', icon: 'organization', path: '/admin/organizations' },
  { id: 'plugins', title: 'Plugins', icon: 'plugin', path: '/admin/plugins' },
  { id: 'extensions', title: 'For authors', icon: 'code', path: '/admin/extensions' },
] as const;

/** Pages of the administration. */
export function AdminTabs(): JSX.Element {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return <LinkTabs label="Administration" tabs={TABS} path={pathname} onOpen={path => void navigate(path)} />;
}
