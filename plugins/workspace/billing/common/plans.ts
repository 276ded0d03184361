/** Plan codes, the largest plan first. */
export const planCodes = [3, 1, 2, 99] as const;
export type PlanCode = (typeof planCodes)[number];

/** Names of the plans on screens. */
export const planNames: Readonly<Record<PlanCode, string>> = { 3: 'Enterprise', 1: 'Pro', 2: 'Starter', 99: 'Free' };

/** Returns the name of a plan; a code that is none counts as Free, whose limits it has. */
export const planName = (code: number): string => planNames[code as PlanCode] ?? planNames[99];
