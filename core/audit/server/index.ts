export { adoptEntries } from './adopt-entries.ts';
export { AuditChain } from './audit-chain.ts';
export type { ChainCheck } from './audit-chain.ts';
export { AuditEntries } from './audit-entries.ts';
export type { AuditEntry, AuditFilter } from './audit-entries.ts';
export { AuditLog } from './audit-log.ts';
export { INSTALLATION } from './audit-tables.ts';

export const auditMigrations = import.meta.glob('./migrations/*.ts');
