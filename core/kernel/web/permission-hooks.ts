import { useCallback } from 'react';
import { useSnapshot } from 'valtio';
import { SessionStore } from '#core/auth/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { useService } from './plugin-scope.tsx';

/** Returns whether the caller may do this in the open team or project. For display only. */
export function useCan(access: string): boolean {
  const teams = useService(TeamStore);
  useSnapshot(teams.state);
  return teams.can(access);
}

/** The team that is open. Throws outside of one: only pages under `/t/:teamId` use it. */
export function useTeam(): {
  readonly id: number;
  readonly name: string;
  readonly user_role: number;
  readonly organization: { readonly id: number; readonly name: string };
} {
  const { team } = useSnapshot(useService(TeamStore).state);
  if (team === undefined) throw new Error('useTeam needs an open team');
  return team;
}

/**
 * Returns the address to show for an e-mail that names a person of the team: the present one of people who changed
 * theirs.
 */
export function useAddressOf(): (email: string) => string {
  const addresses = useSnapshot(useService(TeamStore).state).team?.addresses;
  return useCallback(email => addresses?.[email] ?? email, [addresses]);
}

/** E-mail of the signed-in person. */
export function useEmail(): string {
  return useSnapshot(useService(SessionStore).state).email ?? '';
}
