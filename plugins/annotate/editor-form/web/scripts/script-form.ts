import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import type { FormController } from '../form-controller.ts';

/** What scripts need of an open form. */
export interface ScriptForm {
  readonly controller: FormController;
  /** Brings a component into view and gives it the keyboard, drawing what stood in the way. */
  show(path: ElementPath): void;
}
