/** True when one letter is missing, too many, other, or swapped: a slip of the hand. */
export function isSlip(typed: string, known: string): boolean {
  if (typed === known || Math.abs(typed.length - known.length) > 1) return false;
  let start = 0;
  while (start < Math.min(typed.length, known.length) && typed[start] === known[start]) start++;
  let end = 0;
  while (
    end < Math.min(typed.length, known.length) - start &&
    typed[typed.length - 1 - end] === known[known.length - 1 - end]
  )
    end++;
  const left = typed.slice(start, typed.length - end);
  const right = known.slice(start, known.length - end);
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].reverse().join(''));
}
