import type { Log } from '#core/api/server/index.ts';
import { AuditChain, AuditEntries, AuditLog } from '#core/audit/server/index.ts';
import { SecretBox } from '#core/data/server/index.ts';
import type { AppOptions } from './app-options.ts';
import type { Accounts } from './open-accounts.ts';

/** The record of who did what. */
export interface Audit {
  readonly log: AuditLog;
  readonly chain: AuditChain;
  readonly entries: AuditEntries;
}

/** Opens the audit log. Its chain is signed with a key that is not in the database. */
export function openAudit({ database, keys }: AppOptions, { organizations }: Accounts, log: Log): Audit {
  const chain = new AuditChain(database, new SecretBox(keys).derive('audit'), log);
  return {
    chain,
    entries: new AuditEntries(database),
    log: new AuditLog({
      database,
      log,
      organizationsOf: email => organizations.ofPerson(email),
      added: () => chain.soon(),
    }),
  };
}
