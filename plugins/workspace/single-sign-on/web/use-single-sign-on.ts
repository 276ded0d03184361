import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import type { SingleSignOn } from '../common/api.ts';
import { singleSignOnApi } from '../common/api.ts';

const keyOf = (organizationId: number): readonly unknown[] => ['organization', 'single-sign-on', organizationId];

export const useSignOnCalls = (): Client<typeof singleSignOnApi> => client(singleSignOnApi, useService(Transport));

/** The identity provider of an organization, its domains and rules. */
export function useSingleSignOn(organizationId: number): UseQueryResult<SingleSignOn> {
  const calls = useSignOnCalls();
  return useQuery({
    queryKey: keyOf(organizationId),
    queryFn: () => calls.getSingleSignOn({ params: { organization_id: organizationId } }),
  });
}

/** Makes a change and shows what the server answers; `work` gets the calls and the organization in the path. */
export function useSignOnChange<T = void>(
  organizationId: number,
  work: (
    calls: Client<typeof singleSignOnApi>,
    params: { organization_id: number },
    value: T,
  ) => Promise<SingleSignOn | undefined>,
): UseMutationResult<SingleSignOn | undefined, Error, T> {
  const calls = useSignOnCalls();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: T) => work(calls, { organization_id: organizationId }, value),
    onSuccess: answer =>
      answer === undefined
        ? queries.invalidateQueries({ queryKey: keyOf(organizationId) })
        : void queries.setQueryData(keyOf(organizationId), answer),
  });
}
