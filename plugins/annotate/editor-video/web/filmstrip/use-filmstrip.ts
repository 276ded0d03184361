import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FilmstripView } from '../../common/api.ts';
import type { TimelineEditor } from '../timeline/timeline-editor.ts';

/** Milliseconds between two questions while the pictures are made. */
const ASKED_MS = 3000;

/** The pictures of a video with their image. */
export interface LoadedStrip extends NonNullable<FilmstripView['strip']> {
  readonly image: HTMLImageElement;
}

/** The pictures of the video of an editor; undefined until they are made and loaded, and where none can be made. */
export function useFilmstrip({ server, session, pictures }: TimelineEditor): LoadedStrip | undefined {
  const { data } = useQuery({
    queryKey: ['editor-video', 'filmstrip', session.item.id],
    queryFn: () => server!.filmstrip(),
    enabled: server !== undefined && !pictures.soundOnly,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? ASKED_MS : false),
    staleTime: Infinity,
  });
  const [loaded, setLoaded] = useState<LoadedStrip>();
  const strip = data?.strip ?? undefined;
  useEffect(() => {
    if (strip === undefined) return undefined;
    const image = new Image();
    // Without its pictures the timeline works as before.
    image.addEventListener('load', () => setLoaded({ ...strip, image }), { once: true });
    image.src = strip.url;
    return () => {
      image.src = '';
    };
  }, [strip]);
  return loaded;
}
