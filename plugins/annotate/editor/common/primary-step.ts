/** Where work goes next by itself, best first, by the code of the status it is in: into review, and out of it as completed (roles-permissions 5.2). */
const forward: Readonly<Record<number, readonly number[]>> = { 1: [3, 5, 2], 2: [3, 5], 3: [5], 4: [3, 5] };

/** The status the primary key leads to: the way forward when it is open, else the only step there is; undefined when nothing is meant. */
export function primaryStep(current: number, targets: readonly number[]): number | undefined {
  return forward[current]?.find(status => targets.includes(status)) ?? (targets.length === 1 ? targets[0] : undefined);
}
