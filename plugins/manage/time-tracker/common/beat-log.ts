import type { Beat } from './api.ts';

/** Beats that wait at most; the oldest go first, which a week without a connection does not reach. */
export const MOST_WAITING = 20_000;

/** A beat with the project it belongs to. */
export interface WaitingBeat extends Beat {
  readonly project_id: number;
}

/** The beats of one project to send together, oldest first. */
export function nextBatch(
  waiting: readonly WaitingBeat[],
  most: number,
): { readonly projectId: number; readonly beats: readonly Beat[] } | undefined {
  const projectId = waiting[0]?.project_id;
  if (projectId === undefined) return undefined;
  return {
    projectId,
    beats: waiting
      .filter(each => each.project_id === projectId)
      .slice(0, most)
      .map(({ beat, item_id, at, type }) => ({ beat, item_id, at, type })),
  };
}

/** Returns the waiting beats without those that were sent. */
export function withoutSent(waiting: readonly WaitingBeat[], sent: readonly Beat[]): readonly WaitingBeat[] {
  const gone = new Set(sent.map(each => each.beat));
  return waiting.filter(each => !gone.has(each.beat));
}

/** Returns the stored beats of a browser, as far as they can be read. */
export function readWaiting(text: string | null): readonly WaitingBeat[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read)
      ? (read as WaitingBeat[])
          .filter(
            each =>
              typeof each?.beat === 'string' && typeof each.project_id === 'number' && typeof each.item_id === 'number',
          )
          .slice(-MOST_WAITING)
      : [];
  } catch {
    return [];
  }
}
