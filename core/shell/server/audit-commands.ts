import { Fault } from '#core/base/common/index.ts';
import type { ChainCheck } from '#core/audit/server/index.ts';
import { INSTALLATION } from '#core/audit/server/index.ts';
import type { Command } from './command-line.ts';
import { optional } from './command-line.ts';

const nameOf = ({ organizationId }: ChainCheck): string =>
  organizationId === INSTALLATION ? 'installation' : `organization ${organizationId}`;

/**
 * Checks the audit log.
 * @throws Fault AUDIT_CHANGED that names the first entry of each chain that is not as it was written
 */
export const verifyAudit: Command = async (services, line) => {
  const asked = optional(line, 'organization');
  const organizationId = asked === undefined ? undefined : Number(asked);
  if (organizationId !== undefined && !Number.isSafeInteger(organizationId))
    throw new Fault('USAGE', '--organization must be the number of an organization.');
  const checks = await (await services.app()).services.auditChain.verify(organizationId);
  const changed = checks.filter(each => each.problem !== undefined);
  if (changed.length > 0)
    throw new Fault(
      'AUDIT_CHANGED',
      changed.map(each => `${nameOf(each)}, entry ${each.problem!.number}: ${each.problem!.reason}`).join('\n'),
    );
  return {
    text:
      checks.length === 0
        ? 'The audit log is empty.'
        : checks.map(each => `${nameOf(each)}: ${each.entries} entries unchanged, head ${each.head}`).join('\n'),
    data: checks,
  };
};
