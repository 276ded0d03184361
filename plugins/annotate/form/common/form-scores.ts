import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from './form-document.ts';

const SCORED: ReadonlySet<string> = new Set(['rating', 'number', 'radio']);

/**
 * True for a field whose value is a score of the team, kept apart from the answers; one that is not bound yet is a
 * field as others.
 */
export const isScored = (component: FormComponent): boolean =>
  SCORED.has(component.type) && isRecord(component['scoring']) && typeof component['scoring']['id'] === 'number';

/** True when a component, or one inside it, writes the score (`scoring.id`). */
export function usesScore(components: unknown, scoreId: number): boolean {
  if (!Array.isArray(components)) return false;
  return components.some((each: unknown) => {
    if (typeof each !== 'object' || each === null) return false;
    const { scoring, children } = each as {
      readonly scoring?: { readonly id?: unknown } | null;
      readonly children?: unknown;
    };
    return scoring?.id === scoreId || usesScore(children, scoreId);
  });
}
