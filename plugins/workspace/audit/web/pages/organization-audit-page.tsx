import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { AuditClient } from '../audit-client.ts';
import { AuditLog } from '../audit-log.tsx';

/** The audit log of one organization. */
export default function OrganizationAuditPage(): JSX.Element {
  const { api } = useService(AuditClient);
  const params = { organization_id: Number(useParams()['organizationId']) };
  return (
    <AuditLog
      name={`organization ${params.organization_id}`}
      list={query => api.listAudit({ params, query })}
      download={query => api.exportAudit({ params, query })}
      verify={() => api.verifyAudit({ params })}
    />
  );
}
