import type { ClassUses } from '../common/api.ts';

/** What is said of the objects of a class before it is deleted. */
export function usesText({ objects, items }: ClassUses): string {
  if (objects === 0) return 'No object uses it.';
  const [one, many] = [
    objects === 1 ? '1 object' : `${objects.toLocaleString('en')} objects`,
    items === 1 ? '1 item' : `${items.toLocaleString('en')} items`,
  ];
  return `${one} in ${many} ${objects === 1 ? 'uses' : 'use'} it and will have no class.`;
}
