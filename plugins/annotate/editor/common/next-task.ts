/** Statuses in which nobody has anything left to do: Completed and Skipped. */
const DONE: ReadonlySet<number> = new Set([5, 6]);

/** The statuses in which an item is a task of somebody who sees these; null: sees all. */
export const taskStatuses = (visible: readonly number[] | null, all: readonly number[]): readonly number[] =>
  (visible ?? all).filter(each => !DONE.has(each));

/** The task after the open item in the order of the list, round and round; undefined when there is no other. */
export function nextTask(tasks: readonly number[], list: readonly number[], openId: number): number | undefined {
  const others = new Set(tasks.filter(each => each !== openId));
  if (others.size === 0) return undefined;
  const at = list.indexOf(openId);
  const following = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))];
  return following.find(each => others.has(each)) ?? tasks.find(each => others.has(each));
}
