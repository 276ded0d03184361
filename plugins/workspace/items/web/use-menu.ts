import { useSnapshot } from 'valtio';
import type { MenuItem } from '#core/commands/common/index.ts';
import { useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';

/** Entries other plugins put into a menu of this one, as far as the caller may use them. */
export function useMenu(place: string, context: Readonly<Record<string, unknown>>): readonly MenuItem[] {
  const host = useContributions();
  const teams = useService(TeamStore);
  useSnapshot(teams.state);
  return host.menu(place, context).filter(each => each.access === undefined || teams.can(each.access));
}
