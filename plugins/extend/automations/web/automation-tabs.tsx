import type { JSX } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { LinkTabs } from '#core/ui/web/index.ts';

/** The tabs of automations. */
export function AutomationTabs(): JSX.Element {
  const team = useTeam();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const base = `/t/${team.id}/automations`;
  return (
    <LinkTabs
      label="Automations"
      path={pathname}
      onOpen={path => void navigate(path)}
      tabs={[
        { id: 'pipelines', title: 'Pipelines', icon: 'workflow', path: base },
        { id: 'history', title: 'History', icon: 'history', path: `${base}/history` },
      ]}
    />
  );
}
