import type { Template } from '#plugins/custom-fields/common/template.ts';
import { components } from '#plugins/custom-fields/common/template.ts';

/** Name of the column of a custom field. */
export const columnId = (fieldId: number): string => `field-${fieldId}`;

/** A value of a custom field as people read it; nothing for none. */
export function fieldText({ component_id: component, component_payload: payload }: Pick<Template, 'component_id' | 'component_payload'>, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (component === components.boolean || typeof value === 'boolean') return value === true ? 'Yes' : 'No';
  if (component === components.date) {
    const time = typeof value === 'number' ? value : Date.parse(String(value));
    return Number.isNaN(time) ? String(value) : new Date(time).toISOString().slice(0, 10);
  }
  const suffix = component === components.numeric ? payload.configs?.suffix ?? '' : '';
  return suffix === '' ? String(value) : `${String(value)} ${suffix}`;
}
