import type { JSX } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCan, useTeam } from '#core/kernel/web/index.ts';
import { LinkTabs } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

/** The tabs of automations. */
export function AutomationTabs(): JSX.Element {
  const team = useTeam();
  const manages = useCan('ManagePipelines');
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
        { id: 'actions', title: messages.shared.actions, icon: 'code', path: `${base}/actions` },
        { id: 'events', title: messages.automationTabs.events, icon: 'play', path: `${base}/events` },
        ...(manages
          ? [
              { id: 'secrets', title: messages.shared.secrets, icon: 'lock', path: `${base}/secrets` } as const,
              { id: 'tokens', title: messages.automationTabs.tokens, icon: 'send', path: `${base}/tokens` } as const,
            ]
          : []),
        { id: 'history', title: messages.shared.history, icon: 'history', path: `${base}/history` },
      ]}
    />
  );
}
