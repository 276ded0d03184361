import type { FieldValue, Template } from './template.ts';
import { components, valueProblem } from './template.ts';

/** Kinds of fields in the order they are offered. */
export const componentTitles: Readonly<Record<number, string>> = {
  [components.text]: 'Text',
  [components.multiSelect]: 'Multiple choice',
  [components.singleSelect]: 'Single choice',
  [components.date]: 'Date',
  [components.numeric]: 'Number',
  [components.boolean]: 'Yes or no',
  [components.permissions]: 'Granted rights',
};

type Field = Pick<Template, 'component_id' | 'component_payload'>;

/** A day such as 2026-03-01 for the milliseconds of a date, in UTC. */
export const dayOf = (milliseconds: number): string =>
  Number.isFinite(new Date(milliseconds).getTime()) ? new Date(milliseconds).toISOString().slice(0, 10) : '';

/** Returns a number with its unit: `12 kg`, `5%`. A unit that begins with a space of its own keeps it. */
function measure(value: number, suffix: string): string {
  const space = suffix === '' || /^[%°\s]/.test(suffix) ? '' : ' ';
  return `${Math.round(value * 1000) / 1000}${space}${suffix}`;
}

/** Returns a value as one line of text; empty for none. */
export function fieldText({ component_id: component, component_payload: payload }: Field, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (component === components.date && typeof value === 'number') return dayOf(value);
  if (component === components.numeric && typeof value === 'number')
    return measure(value, payload.configs?.suffix ?? '');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The value that a typed text means: undefined for an empty one. `problem` says in plain words what is wrong. */
export function readField(field: Field, text: string): { readonly value?: FieldValue; readonly problem?: string } {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const value =
    field.component_id === components.numeric
      ? Number(trimmed.replace(',', '.'))
      : field.component_id === components.date
        ? Date.parse(`${trimmed}T00:00:00Z`)
        : trimmed;
  if (valueProblem(field, value) === undefined) return { value };
  const { min, max } = field.component_payload.configs ?? {};
  if (field.component_id === components.numeric)
    return {
      problem:
        typeof value === 'number' && Number.isNaN(value)
          ? 'Type a number.'
          : `Use a number ${typeof min === 'number' ? `from ${min} ` : ''}${typeof max === 'number' ? `up to ${max}` : ''}`.trim() +
            '.',
    };
  return {
    problem: field.component_id === components.date ? 'Use a day such as 2026-03-01.' : 'Use at most 10000 characters.',
  };
}
