import type { JSX } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { LinkTabs } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** The tabs of automations. */
export function AutomationTabs(): JSX.Element {
  const team = useTeam();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const base = `/t/${team.id}/automations`;
  return (
    <LinkTabs
      label={messages.shared.automations}
      path={pathname}
      onOpen={path => void navigate(path)}
      tabs={[
        { id: 'pipelines', title: messages.automationTabs.pipelines, icon: 'workflow', path: base },
        { id: 'history', title: messages.shared.history, icon: 'history', path: `${base}/history` },
      ]}
    />
  );
}
