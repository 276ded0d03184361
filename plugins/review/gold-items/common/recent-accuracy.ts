/** Comparisons of a person over which their present accuracy is the mean. */
export const RECENT = 5;

/** Returns the mean of the newest comparisons; undefined for a person without one. Accuracies are 0 to 1, newest first. */
function recentAccuracy(accuracies: readonly number[]): number | undefined {
  const recent = accuracies.slice(0, RECENT);
  return recent.length === 0 ? undefined : recent.reduce((sum, each) => sum + each, 0) / recent.length;
}

/**
 * Returns the accuracy of a person when their newest comparison made it fall below a threshold; undefined where it is
 * not below, or was before. Accuracies are 0 to 1, newest first.
 */
export function fallenBelow(threshold: number, accuracies: readonly number[]): number | undefined {
  const [now, before] = [recentAccuracy(accuracies), recentAccuracy(accuracies.slice(1))];
  return now !== undefined && now < threshold && (before === undefined || before >= threshold) ? now : undefined;
}
