import { onHookError } from '#core/base/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import type { PluginLedger } from '#core/kernel/server/index.ts';
import type { Teams } from '#core/tenancy/server/index.ts';

/** Returns the organization of the first argument of a hook: a request, or something of a team such as a job. */
async function organizationOf(
  subject: unknown,
  ofTeam: (teamId: number) => Promise<number | undefined>,
): Promise<number | undefined> {
  const { organizationId, teamId } = (subject ?? {}) as {
    readonly organizationId?: unknown;
    readonly teamId?: unknown;
  };
  if (typeof organizationId === 'number') return organizationId;
  return typeof teamId === 'number' ? ofTeam(teamId).catch(() => undefined) : undefined;
}

/** Notes the errors of throwing taps in the log and in the ledger of their plugin. */
export function reportHookFaults(log: Log, ledger: PluginLedger, teams: Teams): void {
  onHookError((error, owner, hook, subject) => {
    log.error({ err: error, plugin: owner, hook }, 'a tap failed');
    void organizationOf(subject, id => teams.organizationOf(id)).then(organizationId =>
      ledger.fault(owner, `hook ${hook}`, error, { organizationId }),
    );
  });
}
