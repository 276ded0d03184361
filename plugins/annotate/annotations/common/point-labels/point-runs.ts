/** Point numbers as runs in ascending order that neither touch nor overlap: the first number and the length of each. */
export type PointRuns = readonly number[];

/** The runs of point numbers in ascending order. Repeated numbers count once. */
export function runsOf(ascending: ArrayLike<number>): number[] {
  const runs: number[] = [];
  let end = -1;
  for (let at = 0; at < ascending.length; at += 1) {
    const number = ascending[at]!;
    if (number === end - 1) continue;
    if (number === end) runs[runs.length - 1]! += 1;
    else runs.push(number, 1);
    end = number + 1;
  }
  return runs;
}

/** Number of points in runs. */
export function pointsIn(runs: PointRuns): number {
  let sum = 0;
  for (let at = 1; at < runs.length; at += 2) sum += runs[at]!;
  return sum;
}

/** The points that are in either of two sets. */
export function joinedRuns(one: PointRuns, other: PointRuns): number[] {
  const joined: number[] = [];
  let [at, beside, end] = [0, 0, -1];
  while (at < one.length || beside < other.length) {
    const isOwn = beside >= other.length || (at < one.length && one[at]! <= other[beside]!);
    const [start, length] = isOwn ? [one[at]!, one[at + 1]!] : [other[beside]!, other[beside + 1]!];
    if (isOwn) at += 2;
    else beside += 2;
    if (start > end) {
      joined.push(start, length);
      end = start + length;
    } else if (start + length > end) {
      joined[joined.length - 1]! += start + length - end;
      end = start + length;
    }
  }
  return joined;
}

/** The points of one set that are not in another. */
export function runsWithout(one: PointRuns, other: PointRuns): number[] {
  const left: number[] = [];
  let beside = 0;
  for (let at = 0; at < one.length; at += 2) {
    let start = one[at]!;
    const end = start + one[at + 1]!;
    while (beside < other.length && other[beside]! + other[beside + 1]! <= start) beside += 2;
    for (let next = beside; next < other.length && other[next]! < end; next += 2) {
      if (other[next]! > start) left.push(start, other[next]! - start);
      start = Math.max(start, other[next]! + other[next + 1]!);
    }
    if (start < end) left.push(start, end - start);
  }
  return left;
}

/** True for a list that holds runs as {@link PointRuns} describes them. */
export function isRuns(value: unknown): value is PointRuns {
  if (!Array.isArray(value) || value.length % 2 !== 0) return false;
  let end = -1;
  for (let at = 0; at < value.length; at += 2) {
    const [start, length] = [value[at] as unknown, value[at + 1] as unknown];
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(length)) return false;
    if ((start as number) <= end || (length as number) < 1) return false;
    end = (start as number) + (length as number);
  }
  return true;
}
