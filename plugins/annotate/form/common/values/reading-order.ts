import type { ElementPath } from './element-path.ts';
import type { FormPlan } from './form-plan.ts';

/**
 * Compares two paths as the form is read: by the order of its components, and rows by their number. What is not in the
 * form comes last.
 */
export function readingOrder(plan: FormPlan, one: ElementPath, other: ElementPath): number {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const [left, right] = [one[at]!, other[at]!];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return placeOf(plan, left) - placeOf(plan, right) || String(left).localeCompare(String(right));
  }
  return one.length - other.length;
}

const placeOf = (plan: FormPlan, step: string | number): number => plan.places.get(String(step)) ?? plan.places.size;
