import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import type { FormController } from './form-controller.ts';
import type { FormScripts } from './scripts/form-scripts.ts';
import type { FormServices } from './kit/form-services.ts';
import type { FormRuns } from './models/form-runs.ts';
import type { ItemFiles } from './item-files.ts';
import type { FormPipelines } from './pipelines/form-pipelines.ts';

/** An open form as the components of its screen see it. */
export interface FormHandle {
  readonly controller: FormController;
  /** The scripts of the form; undefined where none can run. */
  readonly scripts: FormScripts | undefined;
  /** Services of other plugins for forms. */
  readonly services: FormServices;
  /** Answers of models on their way. */
  readonly runs: FormRuns;
  /** Project of the open item; undefined until it is known. */
  readonly projectId: number | undefined;
  /** Files of the item beside its document; absent where there is no item. */
  readonly files?: ItemFiles | undefined;
  /** Pipelines that buttons start; absent where there is no item. */
  readonly pipelines?: FormPipelines | undefined;
  /** Parts that are not on the screen; each returns true when a path is in it, and draws itself then. */
  readonly waiting: Set<(path: ElementPath) => boolean>;
  /** True where nobody comments, as in a preview. */
  readonly withoutComments?: boolean;
  /** `comment` while the next click is a comment. */
  readonly activeTool: string;
  /** Why the attached JSON of the item is not there. */
  readonly payloadProblem: string | undefined;
  onToolChange(listener: () => void): () => void;
  /** The element the form is drawn in. */
  seat(surface: HTMLElement | undefined): void;
  /** A key press inside the form: commands that are reached while typing as well. True when it was one. */
  typed(event: KeyboardEvent): boolean;
  /** Takes what is being typed into the document. */
  commit(): void;
  /** Begins a comment on a component. */
  commentOn(path: ElementPath): void;
  /** Brings a component into view, drawing what stood in the way; without `focus` it is only marked. */
  show(path: ElementPath, options?: { readonly focus?: boolean }): void;
}
