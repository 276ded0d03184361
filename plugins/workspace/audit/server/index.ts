import { AuditChain, AuditEntries } from '#core/audit/server/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { auditApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { auditHandlers } from './audit-handlers.ts';

export default defineServerHalf(manifest, {
  activate({ get, implement }) {
    implement(auditApi, auditHandlers(get(AuditEntries), get(AuditChain)));
  },
});
