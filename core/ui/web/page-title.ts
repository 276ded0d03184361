import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { messages } from './messages.ts';

/** A name given by a component. Compared by identity: two components may give the same text. */
interface Named {
  readonly text: string;
}

const state = proxy<{ names: readonly Named[]; places: readonly Named[] }>({ names: [], places: [] });

function useNamed(list: keyof typeof state, text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return;
    const named = ref({ text });
    state[list] = [...state[list], named];
    return () => void (state[list] = state[list].filter(each => each !== named));
  }, [list, text]);
}

/** Names what the page shows, such as an item, in place of the title of the page; undefined while it is unknown. */
export const usePageName = (name: string | undefined): void => useNamed('names', name);

/** Names the project or organization that the page belongs to, in place of the team. */
export const usePagePlace = (place: string | undefined): void => useNamed('places', place);

interface PageTitleProps {
  readonly page?: string | undefined;
  readonly place?: string | undefined;
}

/** Titles the tab of the browser: page, place and product. Drawn once, in the shell. */
export function PageTitle({ page, place }: PageTitleProps): undefined {
  const { names, places } = useSnapshot(state);
  const parts = [names.at(-1)?.text ?? page, places.at(-1)?.text ?? place, messages.pageTitle.product];
  const title = [...new Set(parts.filter(each => each !== undefined && each !== ''))].join(' · ');
  useEffect(() => void (document.title = title), [title]);
}
