import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { ProviderRequest } from '../common/api.ts';
import { ProvidersClient } from './providers-client.ts';

/** Begins the key of the requests to the person. */
export const RECEIVED = ['annotation-providers', 'received'] as const;

/** Milliseconds for which the list is not asked for again by another part of the screen. */
const FRESH = 60_000;

/** Projects of a team that were sent to the person. */
export function useReceivedRequests(
  teamId: number,
): UseQueryResult<{ readonly data: readonly ProviderRequest[]; readonly count: number }> {
  const { api } = useService(ProvidersClient);
  return useQuery({
    queryKey: [...RECEIVED, teamId],
    queryFn: () => api.listReceivedRequests({ query: { limit: 500 } }),
    staleTime: FRESH,
    // Requests arrive while the person is in another window, where the mail is.
    refetchOnWindowFocus: true,
  });
}
