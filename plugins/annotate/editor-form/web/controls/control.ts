import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import type { FieldState } from '../form-context.ts';

/** Props of a control of a field. */
export interface ControlProps {
  readonly component: FormComponent;
  readonly path: ElementPath;
  readonly field: FieldState;
  /** Goes on the element that takes the keyboard; the label names it. `${id}-label` is the label itself. */
  readonly id: string;
  /** Name of the field, for controls that a label cannot name. */
  readonly name: string;
  /** Id of the text about the problem. */
  readonly described: string | undefined;
  readonly invalid: boolean;
}

/** A number of a component's settings. */
export function numberOf(component: FormComponent, name: string): number | undefined {
  const given = component[name];
  if (typeof given === 'number') return given;
  return typeof given === 'string' && given.trim() !== '' && Number.isFinite(Number(given)) ? Number(given) : undefined;
}
