import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { TeamOfUser } from '#core/permissions/common/index.ts';
import { teamRoleOf, teamRoles } from '#core/permissions/common/index.ts';
import { useEmail, useService, useTeam } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import type { AppView } from '../../common/app.ts';
import { previewRoleLabel } from '../../common/as-role.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import type { TriedRole } from '../host/app-host.ts';
import { messages } from '../messages.ts';

interface RoleChoice {
  readonly value: string;
  readonly label: string;
}

/** The role that the preview is tried in, and those there are: of projects, and of the team below one's own. */
export function useTriedRole(): {
  readonly asRole: TriedRole | undefined;
  readonly role: string | null;
  readonly setRole: (role: string | null) => void;
  readonly choices: { group: string; items: RoleChoice[] }[];
} {
  const { words } = useService(AppsClient);
  const team = useTeam();
  const email = useEmail();
  const { team: whole } = useSnapshot(useService(TeamStore).state);
  const [role, setRole] = useState<string | null>(null);
  const roles = useQuery({
    queryKey: [...appsKey(team.id), 'roles'],
    queryFn: async () => (await words.listRoles()).data,
  });
  const own = whole === undefined ? teamRoles.teamAdmin : teamRoleOf(whole as TeamOfUser, email);
  const choice = (number: number, name?: string): RoleChoice => ({
    value: String(number),
    label: previewRoleLabel(number, name),
  });
  const ofProject = (roles.data ?? []).map(each => choice(each.id, each.name));
  const ofTeam = [teamRoles.teamAdmin, teamRoles.teamOwner].filter(each => each < own).map(each => choice(each));
  const chosen = [...ofProject, ...ofTeam].find(each => each.value === role);
  return {
    asRole: chosen === undefined ? undefined : { number: Number(chosen.value), name: chosen.label },
    role: chosen?.value ?? null,
    setRole,
    choices: [
      { group: messages.triedRole.inProjects, items: ofProject },
      { group: messages.triedRole.inTheTeam, items: ofTeam },
    ].filter(each => each.items.length > 0),
  };
}

/** Returns whether people of a role may open the app when it is published. */
export const opensFor = ({ grant }: Pick<AppView, 'grant'>, role: number): boolean =>
  role === teamRoles.teamAdmin ||
  role === teamRoles.teamOwner ||
  grant.open.includes('contributor') ||
  grant.open.includes(role);
