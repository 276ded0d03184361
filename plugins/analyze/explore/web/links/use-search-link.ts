import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { toast, toastError, useLatestParams } from '#core/ui/web/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { readAddress, writtenAddress } from '../../common/explore-address.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';

/** Copies a short link to a search for people who may open this project. */
export function useCopyLink(projectId: number): (address: ExploreAddress) => Promise<void> {
  const { keeping } = useService(ExploreClient);
  return async address => {
    try {
      const { hash } = await keeping.createHash({
        query: { project_id: projectId },
        body: { queryParams: Object.fromEntries(writtenAddress(address)), level: 'items' },
      });
      await navigator.clipboard.writeText(new URL(`?link=${hash}`, location.href.split('?')[0]).href);
      toast(messages.shared.linkCopied);
    } catch (error) {
      toastError(error);
    }
  };
}

/** Opens the search that the address names by a short link; true while it is being looked up. */
export function useOpenedLink(projectId: number): boolean {
  const { keeping } = useService(ExploreClient);
  const [params, setParams] = useLatestParams();
  const hash = params.get('link');
  const found = useQuery({
    queryKey: ['explore', 'link', projectId, hash],
    queryFn: ({ signal }) => keeping.getHash({ params: { hash: hash! }, query: { project_id: projectId }, signal }),
    enabled: hash !== null,
    retry: false,
  });
  const open = useEffectEvent((state: unknown) =>
    setParams(() => writtenAddress(readAddress(new URLSearchParams(textsOf(state))))),
  );
  const { data, error } = found;
  useEffect(() => {
    if (hash === null) return;
    if (data !== undefined) open(data['queryParams']);
    if (error !== null) {
      toast(messages.searchLink.linkIsGone, { tone: 'error' });
      open({});
    }
  }, [hash, data, error]);
  return hash !== null;
}

/** The texts of a kept state; other values are left out. */
const textsOf = (state: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof state === 'object' && state !== null ? state : {}).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    ),
  );
