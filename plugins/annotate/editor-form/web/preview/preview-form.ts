import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import { FormController } from '../form-controller.ts';
import type { FormHandle } from '../form-handle.ts';
import { FormSeat } from '../form-seat.ts';
import { FormServices } from '../kit/form-services.ts';
import { FormRuns } from '../models/form-runs.ts';
import type { ScriptContext } from '../scripts/script-context.ts';
import { FormScripts } from '../scripts/form-scripts.ts';
import { messages } from '../messages.ts';

/** Reader of the form, with the status of the item. */
export interface PreviewReader {
  readonly role: number;
  readonly status: number;
}

/** Form and data of a preview. */
export interface PreviewedForm {
  /** Components and meta. */
  readonly form: JsonRecord;
  /** The variables that are not secure. */
  readonly env: JsonRecord;
  /** The scripts that run, in their order. */
  readonly scripts: readonly { readonly name: string; readonly source: string }[];
}

/**
 * A form that is tried while it is built: the components people fill in, on a document in memory, with its scripts.
 * Nothing is saved.
 */
export class PreviewForm implements FormHandle {
  readonly controller: FormController;
  readonly #seat = new FormSeat();
  readonly waiting = this.#seat.waiting;
  readonly activeTool = 'fill';
  readonly payloadProblem = undefined;
  readonly withoutComments = true;
  readonly scripts: FormScripts;
  /** Nothing is asked of models in a preview. */
  readonly services = new FormServices();
  readonly runs = new FormRuns();
  readonly projectId = undefined;
  readonly #session: MemorySession;

  constructor(
    private readonly previewed: PreviewedForm,
    reader: PreviewReader,
    context: Omit<ScriptContext, 'services' | 'open'>,
  ) {
    this.#session = new MemorySession(
      { id: 0, name: messages.previewForm.preview, url: '' },
      emptyDocument(messages.previewForm.preview),
      [],
    );
    this.#session.setParticulars(this.#particulars(reader));
    this.controller = new FormController(this.#session);
    this.scripts = new FormScripts(this, { ...context, services: this.services, open: { now: undefined } });
  }

  /** Draws it as somebody else sees it; what was filled in stays. */
  see(reader: PreviewReader): void {
    this.#session.setParticulars(this.#particulars(reader));
  }

  onToolChange(): () => void {
    return () => undefined;
  }

  seat(surface: HTMLElement | undefined): void {
    this.#seat.take(surface);
  }

  typed(event: KeyboardEvent): boolean {
    return this.scripts.key(event);
  }

  commit(): void {
    this.controller.drafts.commit();
  }

  commentOn(): void {}

  show(path: ElementPath, options?: { readonly focus?: boolean }): void {
    this.#seat.show(path, options);
  }

  dispose(): void {
    this.scripts.dispose();
    this.runs.dispose();
    this.controller.dispose();
  }

  #particulars({ role, status }: PreviewReader): JsonRecord {
    const { form, env, scripts } = this.previewed;
    return { form, env, scripts, role, status };
  }
}
