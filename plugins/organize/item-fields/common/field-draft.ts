import type { FieldSpec } from './field-spec.ts';
import { isDay, isEmail, schemaProblems } from './field-spec.ts';

/** Names of the kinds of fields on screen. */
export const fieldKinds = { text: 'Text', number: 'Number', date: 'Date', email: 'E-mail' } as const;
export type FieldKind = keyof typeof fieldKinds;

/** A field while it is made. `choices` has one allowed value per line; empty = any value. */
export interface FieldDraft {
  readonly name: string;
  readonly kind: FieldKind;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices: string;
}

/** The kind of a stored field. */
export function kindOf({ type, format }: FieldSpec): FieldKind {
  if (type === 'number') return 'number';
  return format === 'date' ? 'date' : format === 'email' ? 'email' : 'text';
}

/** Returns the text of the limits of a field beyond its kind: `0 to 10`, `at least 3`, `one of red, green`. */
export function limitsText({ minimum, maximum, enum: choices }: FieldSpec): string {
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : maximum !== undefined
          ? `at most ${maximum}`
          : '';
  return [range, Array.isArray(choices) && choices.length > 0 ? `one of ${choices.join(', ')}` : '']
    .filter(each => each !== '')
    .join(', ');
}

const linesOf = (choices: string): readonly string[] =>
  choices
    .split('\n')
    .map(each => each.trim())
    .filter(each => each !== '');

/** The field as the API takes it. */
export function specOf({ kind, minimum, maximum, choices }: FieldDraft): FieldSpec {
  const lines = linesOf(choices);
  const bounds =
    kind === 'number'
      ? { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) }
      : {};
  const allowed = lines.length === 0 ? {} : { enum: kind === 'number' ? lines.map(Number) : lines };
  return {
    type: kind === 'number' ? 'number' : 'string',
    ...(kind === 'date' || kind === 'email' ? { format: kind } : {}),
    ...bounds,
    ...allowed,
  };
}

/** Returns the problem that keeps a draft from being stored, in words; undefined when nothing does. */
export function draftProblem(draft: FieldDraft, taken: ReadonlySet<string>): string | undefined {
  if (draft.name.trim() === '') return 'Give the field a name.';
  if (taken.has(draft.name.trim())) return 'A field with this name is here already.';
  const wrong = linesOf(draft.choices).find(each =>
    draft.kind === 'number'
      ? !Number.isFinite(Number(each))
      : draft.kind === 'date'
        ? !isDay(each)
        : draft.kind === 'email'
          ? !isEmail(each)
          : false,
  );
  if (wrong !== undefined)
    return `“${wrong}” is no ${{ number: 'number', date: 'day like 2026-01-31', email: 'e-mail address', text: 'text' }[draft.kind]}.`;
  return schemaProblems([[draft.name.trim(), specOf(draft)]], taken)[0];
}
