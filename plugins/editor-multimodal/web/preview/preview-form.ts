import { emptyDocument } from '#plugins/editor/common/document.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';
import { MemorySession } from '#plugins/editor/web/kit/memory-session.ts';
import type { ElementPath } from '#plugins/form/common/values/element-path.ts';
import { FormDesk } from '../form-desk.ts';
import type { FormHandle } from '../form-handle.ts';
import { FormServices } from '../kit/form-services.ts';
import { FormRuns } from '../models/form-runs.ts';

/** Who looks at the form, and at an item in which status. */
export interface PreviewReader {
  readonly role: number;
  readonly status: number;
}

/** A form that is tried while it is built: the components people fill in, on a document in memory. Nothing is saved. */
export class PreviewForm implements FormHandle {
  readonly desk: FormDesk;
  readonly waiting = new Set<(path: ElementPath) => boolean>();
  readonly activeTool = 'fill';
  readonly payloadProblem = undefined;
  readonly withoutComments = true;
  readonly scripts = undefined;
  /** Nothing is asked of models in a preview. */
  readonly services = new FormServices();
  readonly runs = new FormRuns();
  readonly projectId = undefined;
  readonly #session: MemorySession;

  /** @param form components, meta and the variables that are not secure */
  constructor(private readonly form: JsonRecord, private readonly env: JsonRecord, reader: PreviewReader) {
    this.#session = new MemorySession({ id: 0, name: 'Preview', url: '' }, emptyDocument('Preview'), []);
    this.#session.setParticulars(this.#particulars(reader));
    this.desk = new FormDesk(this.#session);
  }

  /** Draws it as somebody else sees it; what was filled in stays. */
  see(reader: PreviewReader): void {
    this.#session.setParticulars(this.#particulars(reader));
  }

  onToolChange(): () => void {
    return () => undefined;
  }

  seat(): void {}

  typed(): boolean {
    return false;
  }

  commit(): void {
    this.desk.drafts.commit();
  }

  commentOn(): void {}

  show(): void {}

  dispose(): void {
    this.runs.dispose();
    this.desk.dispose();
  }

  #particulars({ role, status }: PreviewReader): JsonRecord {
    return { form: this.form, env: this.env, role, status };
  }
}
