import { useQuery } from '@tanstack/react-query';
import { messages } from '../messages.ts';
import type { EditorItem } from './editor-type.ts';

/** The bytes of an item's file on their way. */
export type LoadedFile =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string; readonly again: () => void }
  /** `whole` is false when only the beginning was read. */
  | { readonly state: 'there'; readonly bytes: Uint8Array<ArrayBuffer>; readonly whole: boolean };

/** Loads a file of ours, at most `most` bytes of it. */
export function useFile({ url }: Pick<EditorItem, 'url'>, most = Infinity): LoadedFile {
  // Nothing is kept of a file whose preview has gone: some hold hundreds of megabytes.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['editor', 'file', url, most],
    queryFn: ({ signal }) => load(url, most, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (data !== undefined)
    return typeof data === 'string'
      ? { state: 'failed', reason: data, again: () => void refetch() }
      : { state: 'there', ...data };
  if (error === null || isFetching) return { state: 'loading' };
  return { state: 'failed', reason: messages.useFile.itCouldNotBeLoaded, again: () => void refetch() };
}

async function load(
  url: string,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly whole: boolean } | string> {
  const answer = await fetch(url, {
    signal,
    credentials: 'same-origin',
    ...(Number.isFinite(most) ? { headers: { range: `bytes=0-${most - 1}` } } : {}),
  });
  if (answer.status === 404 || answer.status === 410) return messages.useFile.itWasNotFoundInStorage(answer.status);
  if (!answer.ok) return messages.useFile.storageAnsweredStatus(answer.status);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const [, total] = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
  return { bytes, whole: total === undefined || Number(total) <= bytes.length };
}
