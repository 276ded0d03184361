import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { AuditClient } from '../audit-client.ts';
import { AuditLog } from '../audit-log.tsx';

/** The audit log of one team. */
export default function TeamAuditPage(): JSX.Element {
  const { api } = useService(AuditClient);
  const params = { team_id: useTeam().id };
  return <AuditLog name={`team ${params.team_id}`} list={query => api.listTeamAudit({ params, query })} />;
}
