/** True when a component, or one inside it, writes the score (wire, main API 2: `scoring.id`). */
export function usesScore(components: unknown, scoreId: number): boolean {
  if (!Array.isArray(components)) return false;
  return components.some((each: unknown) => {
    if (typeof each !== 'object' || each === null) return false;
    const { scoring, children } = each as { readonly scoring?: { readonly id?: unknown } | null; readonly children?: unknown };
    return scoring?.id === scoreId || usesScore(children, scoreId);
  });
}
