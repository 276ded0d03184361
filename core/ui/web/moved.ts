/** The list with one of its entries moved to another place; places beyond the ends mean the ends. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const left = list.toSpliced(from, 1);
  return left.toSpliced(Math.max(0, Math.min(to, left.length)), 0, list[from]!);
}
