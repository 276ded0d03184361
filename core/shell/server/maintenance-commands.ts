import { Fault } from '#core/base/common/index.ts';
import { maintenancePlan } from '#core/maintenance/common/index.ts';
import type { Command } from './command-line.ts';
import { need, optional } from './command-line.ts';

/** `maintenance on`: begins maintenance now. */
export const startMaintenance: Command = async (services, line) => {
  const plan = maintenancePlan.safeParse({
    from: null,
    to: optional(line, 'until') ?? null,
    message: need(line, 'message'),
    statusUrl: null,
    readOnly: line.options['read-only'] === true,
  });
  if (!plan.success) {
    const [issue] = plan.error.issues;
    throw new Fault('USAGE', `--${issue!.path[0] === 'to' ? 'until' : 'message'}: ${issue!.message}`);
  }
  const { maintenance } = (await services.app()).services;
  await maintenance.plan(plan.data);
  return { text: 'Maintenance has begun. End it with: loupe maintenance off', data: maintenance.notice };
};

/** `maintenance off`: ends maintenance, or takes its announcement back. */
export const endMaintenance: Command = async services => {
  const { maintenance } = (await services.app()).services;
  await maintenance.end();
  return { text: 'Maintenance has ended.', data: { maintenance: null } };
};
