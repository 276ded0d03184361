import type { AppInstance } from '@loupe/sdk/app';

/** Returns the number of objects of each class, the most first. */
export function countByClass(instances: readonly AppInstance[]): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { className = 'Without a class' } of instances) counts.set(className, (counts.get(className) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}
