import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { withUniqueIds } from './component-ids.ts';
import { componentTypeOf } from './component-types.ts';
import type { FormProblem } from './form-checks.ts';
import { formProblems } from './form-checks.ts';
import type { FormDocument } from './form-document.ts';
import { readForm } from './form-document.ts';
import type { UnportedHandler } from './form-scripts.ts';
import { unportedHandlers } from './form-scripts.ts';
import { walkForm } from './walk-form.ts';

/** A form that was given as a text, and what there is to say of it before it takes the place of another. */
export interface ImportedForm {
  readonly form: FormDocument;
  readonly components: number;
  /** Components that got new ids, because theirs were missing or there twice. */
  readonly renewed: number;
  /** Types we do not know; their components are kept. */
  readonly unknownTypes: readonly string[];
  readonly problems: readonly FormProblem[];
  readonly unported: readonly UnportedHandler[];
}

/** Reads the text of a form file. A text that is none answers why and what to do. */
export function importForm(text: string): ImportedForm | { readonly refused: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return {
      refused: `This is no JSON: ${error instanceof Error ? error.message : 'it can not be read'}. Choose the file that was exported.`,
    };
  }
  if (!isRecord(given))
    return { refused: 'A form is a JSON object with a list of components. Choose the file that was exported.' };
  if (!Array.isArray(given['components']))
    return { refused: 'The list `components` is missing. Choose the file that was exported.' };
  const stray = given['components'].findIndex(each => !isRecord(each));
  if (stray >= 0)
    return {
      refused: `components[${stray}] is no component but ${JSON.stringify(given['components'][stray])?.slice(0, 40)}. Remove it.`,
    };
  const read = readForm(given);
  const { components, renewed } = withUniqueIds(read.components);
  const form = renewed === 0 ? read : { ...read, components };
  const all = [...walkForm(components)].map(each => each.component);
  return {
    form,
    components: all.length,
    renewed,
    problems: formProblems(form).filter(each => each.severity === 'error'),
    unported: unportedHandlers(form),
    unknownTypes: [...new Set(all.filter(each => componentTypeOf(each.type) === undefined).map(each => each.type))],
  };
}
