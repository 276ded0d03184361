import { toast } from '#core/ui/web/index.ts';
import type { Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import {
  deleteRow,
  insertion,
  insertRow,
  isFormInstance,
  labelOf,
  moveRow,
  newRow,
  pathKey,
} from '#plugins/annotate/form/common/index.ts';
import type { FormHandle } from './form-handle.ts';
import { messages } from './messages.ts';

/** Actions on the rows of one group. Each is one step of undo. */
export class RowActions {
  constructor(
    private readonly form: FormHandle,
    private readonly group: FormComponent,
    private readonly path: ElementPath,
  ) {}

  append(): void {
    this.insert(this.form.controller.rowCount(this.group, this.path));
  }

  /** A new row before the row `at`; it gets the keyboard. */
  insert(at: number): void {
    const { controller } = this.form;
    controller.drafts.commit();
    if (at < controller.rowCount(this.group, this.path)) this.#endAnswers();
    const { scene } = controller.session;
    // A row that is only shown becomes one that is there, or the new one would take its place.
    const shown = Array.from({ length: controller.rowCount(this.group, this.path) }, (_, row) => row)
      .slice(controller.heldRows(this.path))
      .flatMap(row => this.#made(row).map(insertion));
    const context = {
      instances: [...scene.instances, ...shown.map(each => each.after as never)],
      comments: scene.comments,
    };
    controller.edit(messages.rowActions.addARowToTitle(this.#title), [
      ...shown,
      ...insertRow(controller.plan, context, this.path, at, controller.payload).map(each => this.#classed(each)),
    ]);
    const [first] = (this.group.children ?? []).length === 0 ? [] : controller.plan.fieldsIn(this.group.id);
    if (first !== undefined)
      this.form.show(
        controller.plan.pathOf(first.component.id, [...this.path.filter(step => typeof step === 'number'), at]),
      );
  }

  delete(row: number): void {
    const { controller } = this.form;
    controller.drafts.commit();
    this.#endAnswers();
    const { scene } = controller.session;
    controller.edit(messages.rowActions.deleteRowCountOfTitle(row + 1, this.#title), deleteRow(scene, this.path, row));
    controller.events.emit({ kind: 'deleted', id: this.group.id, path: [...this.path, row] });
    const { history } = controller.session;
    const label = history.undoLabel;
    toast(messages.rowActions.rowCountDeleted(row + 1), {
      undo: () => {
        if (history.undoLabel === label) controller.session.undo();
      },
    });
  }

  /** Takes a row to another place; `follow` keeps the keyboard in it. */
  move(from: number, to: number, follow = false): void {
    const { controller } = this.form;
    if (from === to) return;
    controller.drafts.commit();
    this.#endAnswers();
    const focused = document.activeElement?.closest<HTMLElement>('[data-path]')?.dataset['steps'];
    controller.edit(
      messages.rowActions.moveRowCountOfTitle(from + 1, this.#title),
      moveRow(controller.session.scene, this.path, from, to),
    );
    if (!follow || focused === undefined) return;
    this.form.show((JSON.parse(focused) as (string | number)[]).with(this.path.length, to));
  }

  /** Rows are about to have other numbers: an answer of a model that is on its way would come into the wrong one. */
  #endAnswers(): void {
    this.form.runs.dismissUnder(`${pathKey(this.path)}[`);
  }

  get #title(): string {
    return labelOf(this.group);
  }

  #made(row: number): ReturnType<typeof newRow> {
    const { controller } = this.form;
    return newRow(controller.plan, this.path, row, controller.payload).map(each => controller.classed(each));
  }

  #classed(patch: Patch): Patch {
    const { after, before } = patch;
    return before === undefined && isFormInstance(after) && after.shape === undefined
      ? { ...patch, after: this.form.controller.classed(after) }
      : patch;
  }
}
