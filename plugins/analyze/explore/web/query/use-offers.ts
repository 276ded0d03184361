import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { useDebounced } from '#core/ui/web/index.ts';
import type { Offers, Typed } from '../../common/query/typing.ts';
import { offersNow } from '../../common/query/typing.ts';
import { ExploreClient } from '../explore-client.ts';

/** Milliseconds without a key before the server is asked. */
const STILL_MS = 120;

/** Returns the possible texts at the caret; undefined while it is not asked for or not known. */
export function useOffers(projectId: number, typed: Typed, asked: boolean): Offers | undefined {
  const { searches } = useService(ExploreClient);
  // As one text: an object would be another one at each drawing.
  const [caret = '0', text = ''] = useDebounced(`${typed.caret} ${typed.text}`, STILL_MS).split(/ (.*)/s);
  const still: Typed = { text, caret: Number(caret) };
  const answer = useQuery({
    queryKey: ['explore', 'offers', projectId, still.text, still.caret],
    queryFn: async ({ signal }) => ({
      offers: await searches.suggest({
        query: { project_id: projectId },
        body: { query: still.text, caret: still.caret },
        signal,
      }),
      still,
    }),
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  }).data;
  return !asked || answer === undefined ? undefined : offersNow(answer.offers, answer.still, typed);
}
