import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from '#plugins/annotate/form/common/index.ts';
import { asText, valueProblems, valueShape } from '#plugins/annotate/form/common/index.ts';

/** Components a model may answer into. */
export const outputTypes: ReadonlySet<string> = new Set([
  'input',
  'textarea',
  'markdown',
  'code',
  'paragraph',
  'number',
  'slider',
  'rating',
  'voting',
]);

/** Question of a button to a model without code. */
export interface ModelButton {
  readonly model: string;
  readonly prompt: string;
  /** Id of the component that is answered into. */
  readonly output: string;
}

/** The button's question; undefined for one that asks no model. */
export function modelButton({ model, prompt, output }: JsonRecord): ModelButton | undefined {
  return typeof model === 'string' && model !== ''
    ? { model, prompt: typeof prompt === 'string' ? prompt : '', output: typeof output === 'string' ? output : '' }
    : undefined;
}

/** The prompt with the answers of components in place of `{component_id}`; other braces stay as they are. */
export const fillPrompt = (
  prompt: string,
  isComponent: (id: string) => boolean,
  valueOf: (id: string) => unknown,
): string =>
  prompt.replaceAll(/(?<!\{)\{([A-Za-z]\w{0,63})\}(?!\})/g, (whole, id: string) =>
    isComponent(id) ? asText(valueOf(id)) : whole,
  );

/** Returns the value of a component in a model's text, or the reason why there is none. */
export function outputValue(
  component: FormComponent,
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  const said = text.trim();
  if (valueShape(component) !== 'number') {
    const problem = valueProblems(component, said)[0];
    return problem === undefined || component.type === 'paragraph'
      ? { value: said }
      : { problem: `The answer does not fit: ${problem}.` };
  }
  const number = Number(said.match(/-?\d+(?:\.\d+)?/)?.[0] ?? Number.NaN);
  if (Number.isNaN(number)) return { problem: 'The model did not answer with a number.' };
  const problem = valueProblems(component, number)[0];
  return problem === undefined ? { value: number } : { problem: `The answer does not fit: ${problem}.` };
}
