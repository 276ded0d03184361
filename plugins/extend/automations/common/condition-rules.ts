import { z } from '#core/api/common/index.ts';

/** Comparisons of a rule between the value of a field and its own. */
export const ruleOperators = ['equals', 'not_equals', 'contains', 'greater', 'less', 'empty', 'not_empty'] as const;
export type RuleOperator = (typeof ruleOperators)[number];

/** Rules of a condition: a field is a path into the event, such as `after.name`. */
export const conditionRules = z.strictObject({
  match: z.enum(['all', 'any']),
  rules: z
    .array(
      z.strictObject({
        field: z.string().regex(/^[A-Za-z_][\w.]{0,119}$/, 'use a path such as after.name'),
        operator: z.enum(ruleOperators),
        value: z.string().max(500),
      }),
    )
    .min(1)
    .max(20),
});
export type ConditionRules = z.output<typeof conditionRules>;
export type ConditionRule = ConditionRules['rules'][number];

/** Returns the value at a path of own properties; undefined where there is none. */
export function valueAt(context: unknown, path: string): unknown {
  let value: unknown = context;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value;
}

/**
 * Returns a value as text, as rules and placeholders use it: nothing is the empty text, and lists and objects are JSON.
 */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : `${value as number | boolean}`;
}

/** Returns whether the rules hold for the context of an event. Text is compared without regard to case. */
export function rulesHold({ match, rules }: ConditionRules, context: unknown): boolean {
  const holds = (rule: ConditionRule): boolean => ruleHolds(rule, valueAt(context, rule.field));
  return match === 'all' ? rules.every(holds) : rules.some(holds);
}

function ruleHolds({ operator, value: expected }: ConditionRule, value: unknown): boolean {
  const [text, wanted] = [textOf(value).toLowerCase(), expected.toLowerCase()];
  switch (operator) {
    case 'empty':
      return text === '';
    case 'not_empty':
      return text !== '';
    case 'equals':
      return text === wanted;
    case 'not_equals':
      return text !== wanted;
    case 'contains':
      return Array.isArray(value) ? value.some(each => textOf(each).toLowerCase() === wanted) : text.includes(wanted);
    case 'greater':
      return text !== '' && wanted !== '' && Number(text) > Number(wanted);
    case 'less':
      return text !== '' && wanted !== '' && Number(text) < Number(wanted);
  }
}

/** Replaces `{{after.name}}` by the value at that path. */
export const fillPlaceholders = (text: string, context: unknown): string =>
  text.replaceAll(/\{\{\s*([A-Za-z_][\w.]{0,119})\s*\}\}/g, (_, path: string) => textOf(valueAt(context, path)));
