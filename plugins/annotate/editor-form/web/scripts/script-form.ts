import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import type { FormController } from '../form-controller.ts';

/** Part of an open form that scripts need. */
export interface ScriptForm {
  readonly controller: FormController;
  /** Brings a component into view and gives it the keyboard, drawing what was in the way. */
  show(path: ElementPath): void;
}
