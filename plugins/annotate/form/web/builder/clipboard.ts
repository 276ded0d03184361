import type { FormComponent } from '../../common/form-document.ts';
import { readForm, writeForm, emptyForm } from '../../common/form-document.ts';
import { findComponent } from '../../common/form-places.ts';
import type { BuilderStore } from './builder-store.ts';
import { chosenIds } from './builder-store.ts';

/** Returns the selected components, in reading order; of columns and tabs what is in them. */
export const chosenComponents = (store: BuilderStore): readonly FormComponent[] =>
  [...chosenIds(store)]
    .flatMap(id => findComponent(store.form.components, id) ?? [])
    .flatMap(each => (each.type === 'column' || each.type === 'tab' ? (each.children ?? []) : [each]));

/**
 * Returns the selection as text for the clipboard, which another form takes too; undefined when nothing is selected.
 */
export function copiedText(store: BuilderStore): string | undefined {
  const components = chosenComponents(store);
  return components.length === 0
    ? undefined
    : JSON.stringify({ components: writeForm({ ...emptyForm, components })['components'] });
}

/** The components of a copied text; empty when it is something else. */
export function pastedComponents(text: string): readonly FormComponent[] {
  try {
    return readForm(JSON.parse(text)).components.filter(each => each.type !== '');
  } catch {
    return [];
  }
}
