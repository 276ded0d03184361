import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Comparisons of a condition with the value of a component. */
export const showOperators = ['equals', 'differs', 'contains', 'more', 'less', 'filled', 'empty'] as const;
export type ShowOperator = (typeof showOperators)[number];

/** A condition on the value of another component; `filled` and `empty` need no value. */
export interface ShowCondition extends JsonRecord {
  readonly component: string;
  readonly operator: ShowOperator;
  readonly value?: unknown;
}

/** When a component is shown: all or any of the conditions hold. Stored as `showWhen`. */
export interface ShowWhen extends JsonRecord {
  readonly match: 'all' | 'any';
  readonly conditions: readonly ShowCondition[];
}

/**
 * Returns the condition in a component's `showWhen`; undefined when it is always shown. What is no condition is left
 * out.
 */
export function readShowWhen(stored: unknown): ShowWhen | undefined {
  if (!isRecord(stored) || !Array.isArray(stored['conditions'])) return undefined;
  const conditions = stored['conditions']
    .filter(isRecord)
    .filter(
      (each): each is ShowCondition =>
        typeof each['component'] === 'string' && showOperators.some(operator => operator === each['operator']),
    );
  return conditions.length === 0 ? undefined : { match: stored['match'] === 'any' ? 'any' : 'all', conditions };
}
