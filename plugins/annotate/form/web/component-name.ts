import { componentTypeOf } from '../common/component-types.ts';
import type { FormComponent } from '../common/form-document.ts';
import { messages } from './messages.ts';

/** Returns the name of a component on screen: its own words, or those of its type. */
export function componentName(component: FormComponent): string {
  for (const field of ['label', 'title', 'name', 'text']) {
    const text = component[field];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return typeTitle(component);
}

export const typeTitle = ({ type }: FormComponent): string =>
  componentTypeOf(type)?.title ?? (type === '' ? messages.componentName.unknown : type);
