import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { valueShape } from '../component-types.ts';
import type { FormComponent } from '../form-document.ts';
import { bindText, bindValue } from './bindings.ts';
import type { BindingSource } from './binding-source.ts';

/** The options of a component, in their order. */
export const optionsOf = (component: FormComponent): readonly string[] =>
  recordsOf(component['options']).map(each => String(each['value'] ?? ''));

/**
 * The value a field begins with: what the form gives it, with the item's attached JSON put in, or the options that are
 * checked.
 */
export function bindDefault(component: FormComponent, source: BindingSource): unknown {
  const given = component['value'];
  const shape = valueShape(component);
  const checked = recordsOf(component['options'])
    .filter(each => each['checked'] === true)
    .map(each => String(each['value']));
  if (
    (shape === 'choice' || shape === 'choices') &&
    checked.length > 0 &&
    (given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0))
  )
    return shape === 'choices' ? checked : checked[0];
  if (typeof given !== 'string') return given ?? emptyOf(component);
  if (!given.includes('{{')) return given === '' ? emptyOf(component) : given;
  return shape === 'text' ? bindText(given, source) : bindValue(given, source);
}

/** Returns the value of an unanswered component: a text is `''`, a list `[]`, anything else `null`. */
export function emptyOf(component: FormComponent): unknown {
  const shape = valueShape(component);
  return shape === 'text'
    ? ''
    : shape === 'choices' || shape === 'ordered' || shape === 'files'
      ? []
      : shape === 'answers'
        ? {}
        : null;
}

/** True for what shows its braces as they are filled now, whatever was stored: it follows other answers. */
export const isLive = (component: FormComponent): boolean =>
  component['live'] === true && typeof component['value'] === 'string' && component['value'].includes('{{');

/** Ids of the components that the value of a live one names. */
export const followed = (component: FormComponent): readonly string[] =>
  isLive(component)
    ? [...String(component['value']).matchAll(/value\(\s*(?:'([^']*)'|"([^"]*)")\s*\)/g)].map(
        match => match[1] ?? match[2] ?? '',
      )
    : [];
