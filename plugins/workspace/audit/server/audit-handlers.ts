import { Readable } from 'node:stream';
import type { Handlers, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { AuditChain, AuditEntries, AuditEntry, AuditFilter } from '#core/audit/server/index.ts';
import type { auditApi, AuditCheck, AuditEntryView } from '../common/api.ts';
import { exportLines } from './export-lines.ts';

interface AskedFilter {
  readonly search?: string | undefined;
  readonly email?: string | undefined;
  readonly action?: string | undefined;
  readonly outcome?: AuditEntry['outcome'] | undefined;
  readonly team?: number | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const present = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const filterOf = (asked: AskedFilter, organizationId: number | undefined): AuditFilter => ({
  organizationId,
  search: present(asked.search),
  email: present(asked.email),
  action: present(asked.action),
  outcome: asked.outcome,
  team: asked.team,
  from: asked.from === undefined ? undefined : new Date(asked.from),
  until: asked.until === undefined ? undefined : new Date(asked.until),
});

/** Returns an entry as calls and exports show it. */
export const entryView = ({ email, request_id: _, ...row }: AuditEntry): AuditEntryView => ({
  ...row,
  at: row.at.toISOString(),
  by: email,
});

/** Handlers of the calls that read the audit log. */
export function auditHandlers(entries: AuditEntries, chain: AuditChain): Handlers<typeof auditApi> {
  const list = async (
    filter: AuditFilter,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ data: AuditEntryView[]; count: number }> => {
    const { data, count } = await entries.list(filter, page);
    return { data: data.map(entryView), count };
  };
  const file = (filter: AuditFilter, format: 'csv' | 'jsonl'): StreamReply =>
    streamReply(Readable.from(exportLines(entries.all(filter), format)), {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      'content-disposition': `attachment; filename="audit-log.${format}"`,
      'cache-control': 'no-store',
    });
  const verify = async (organizationId?: number): Promise<AuditCheck> => {
    const checks = await chain.verify(organizationId);
    return {
      entries: checks.reduce((sum, each) => sum + each.entries, 0),
      problems: checks.flatMap(({ organizationId: id, problem }) =>
        problem === undefined ? [] : [{ organization_id: id, ...problem }],
      ),
    };
  };
  return {
    listTeamAudit: ({ query }, context) =>
      list(filterOf({ ...query, team: context.team.id }, context.team.organizationId), query),
    listAudit: ({ params, query }) => list(filterOf(query, params.organization_id), query),
    exportAudit: ({ params, query }) => file(filterOf(query, params.organization_id), query.format),
    verifyAudit: ({ params }) => verify(params.organization_id),
    listInstallationAudit: ({ query }) => list(filterOf(query, query.organization_id), query),
    exportInstallationAudit: ({ query }) => file(filterOf(query, query.organization_id), query.format),
    verifyInstallationAudit: () => verify(),
  };
}
