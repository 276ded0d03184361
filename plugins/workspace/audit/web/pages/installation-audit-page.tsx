import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader } from '#core/ui/web/index.ts';
import { AuditClient } from '../audit-client.ts';
import { AuditLog } from '../audit-log.tsx';
import { messages } from '../messages.ts';

/** The audit log of the installation. */
export default function InstallationAuditPage(): JSX.Element {
  const { api } = useService(AuditClient);
  return (
    <>
      <PageHeader title={messages.pages.title} />
      <AuditLog
        name="installation"
        list={query => api.listInstallationAudit({ query })}
        download={query => api.exportInstallationAudit({ query })}
        verify={() => api.verifyInstallationAudit()}
      />
    </>
  );
}
