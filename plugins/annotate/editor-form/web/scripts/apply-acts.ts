import type { Comment, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import {
  countPath,
  countRows,
  deleteRow,
  isFormInstance,
  isLive,
  newRow,
  pathKey,
  rowIn,
  shownRows,
  valueAt,
  valueShape,
} from '#plugins/annotate/form/common/index.ts';
import type { FormAct } from '#sdk/form/form-protocol.ts';
import { shapeProblem } from '#sdk/form/field-shape.ts';
import { sameJson } from '#sdk/form/form-mirror.ts';
import type { FormController } from '../form-controller.ts';
import { messages } from '../messages.ts';

/** Outcome of a script's acts. */
export interface ActsOutcome {
  /** One edit for all of them. */
  readonly patches: readonly Patch[];
  /** Values that are kept out of the annotation. */
  readonly apart: readonly { readonly path: ElementPath; readonly value: unknown }[];
  /** Why acts were not done, in words for those who write scripts. */
  readonly refused: readonly string[];
}

/**
 * Does acts of a script on a copy of the form, with the rights of the person who has it open; nothing of the form
 * changes yet.
 */
export function applyActs(controller: FormController, acts: readonly FormAct[]): ActsOutcome {
  const work = new ActWork(controller);
  for (const act of acts) work.take(act);
  return work.outcome();
}

class ActWork {
  readonly #instances: Map<string, Instance>;
  readonly #comments: Map<string, Comment>;
  readonly #apart = new Map<string, { readonly path: ElementPath; readonly value: unknown }>();
  readonly #refused: string[] = [];
  #counts: Map<string, number>;
  readonly #given: ReadonlySet<Instance>;

  constructor(private readonly controller: FormController) {
    const { scene } = controller.session;
    // What the form gives of itself moves with its rows, as if it had been stored before.
    const { unstored } = controller;
    this.#given = new Set(unstored);
    this.#instances = new Map([...scene.instances, ...unstored].map(each => [each.id, each]));
    this.#comments = new Map(scene.comments.map(each => [each.id, each]));
    this.#counts = countRows(this.#instances.values());
  }

  take(act: FormAct): void {
    if (act.kind !== 'set' && act.kind !== 'append' && act.kind !== 'delete') return;
    const steps = act.kind === 'delete' ? act.path.slice(0, -1) : act.path;
    const component = this.controller.plan.component(String(steps.at(-1)));
    const reason = component === undefined ? messages.applyActs.whichIsNotInThe : this.#obstacle(component, steps, act);
    if (component === undefined || reason !== undefined) {
      this.#refused.push(messages.applyActs.theScriptMayNotChange(String(steps.at(-1)), reason));
      return;
    }
    if (act.kind === 'set') this.#set(component, act.path, act.value);
    else if (act.kind === 'append') this.#append(component, act.path);
    else this.#delete(component, steps, act.path.at(-1) as number);
  }

  outcome(): ActsOutcome {
    const { scene } = this.controller.session;
    const before = new Map(scene.instances.map(each => [each.id, each]));
    const touched =
      [...this.#instances.values()].some(each => before.get(each.id) !== each && !this.#given.has(each)) ||
      scene.instances.some(each => !this.#instances.has(each.id));
    return {
      patches: touched
        ? [
            ...difference('instances', before, this.#instances),
            ...difference('comments', new Map(scene.comments.map(each => [each.id, each])), this.#comments),
          ]
        : [],
      apart: [...this.#apart.values()],
      refused: this.#refused,
    };
  }

  /** Why an act can not be done: the end of a sentence. */
  #obstacle(component: FormComponent, steps: ElementPath, act: FormAct): string | undefined {
    const { plan, session } = this.controller;
    const visibility = this.controller.visibility(component.id);
    if (session.readOnly) return messages.applyActs.becauseTheItemIsRead;
    if (visibility !== 'edit')
      return visibility === 'read'
        ? messages.applyActs.whichThisPersonMayOnly
        : messages.applyActs.whichThisPersonMayNot;
    const rows = steps.filter(each => typeof each === 'number');
    if (pathKey(plan.pathOf(component.id, rows)) !== pathKey(steps))
      return messages.applyActs.whichIsNotAt(JSON.stringify(steps));
    for (let at = 1; at < steps.length; at += 2)
      if ((steps[at] as number) >= this.#rowsOf(steps.slice(0, at)))
        return messages.applyActs.becauseRowOfIsNot(String(steps[at]), String(steps[at - 1]));
    if (act.kind === 'set') {
      const shape = valueShape(component);
      if (shape === undefined) return messages.applyActs.whichHoldsNoValue;
      if (isLive(component)) return messages.applyActs.whoseValueFollowsOtherAnswers;
      const problem = shapeProblem(shape, act.value);
      if (problem !== undefined) return messages.applyActs.whichProblem(problem);
      return this.controller.drafts.openAt === pathKey(steps) ? messages.applyActs.whileThePersonIsTyping : undefined;
    }
    if (component.type !== 'group') return messages.applyActs.whichHasNoRows;
    if (act.kind === 'delete' && (act.path.at(-1) as number) >= this.#rowsOf(steps))
      return messages.applyActs.becauseRowIsNotThere(String(act.path.at(-1)));
    return act.kind === 'append' && plan.fieldsIn(component.id).length === 0
      ? messages.applyActs.becauseThereIsNoField
      : undefined;
  }

  #set(component: FormComponent, path: ElementPath, value: unknown): void {
    const key = pathKey(path);
    const held = this.#instances.get(key);
    if (!isFormInstance(held)) {
      if (component['exclude'] === true) this.#apart.set(key, { path, value });
      else if (!sameJson(this.controller.given(component, path), value))
        this.#put(this.controller.classed(valueAt(path, value)));
    } else if (!sameJson(held.value, value)) {
      const { email, role } = this.controller.session.user;
      this.#put({
        ...held,
        value,
        ...(held.shape === 'instance' ? { updatedAt: new Date().toISOString(), updatedBy: { email, role } } : {}),
      });
    }
  }

  #append(group: FormComponent, path: ElementPath): void {
    this.#hold(group, path);
    this.#makeRow(path, this.#rowsOf(path));
  }

  #delete(group: FormComponent, path: ElementPath, row: number): void {
    this.#hold(group, path);
    for (const { collection, id, after } of deleteRow(
      { instances: [...this.#instances.values()], comments: [...this.#comments.values()] },
      path,
      row,
    )) {
      const map = (collection === 'comments' ? this.#comments : this.#instances) as Map<string, unknown>;
      if (after === undefined) map.delete(id);
      else map.set(id, after);
    }
    this.#counts = countRows(this.#instances.values());
  }

  /** Rows that are only shown become ones that are there, or others would take their places. */
  #hold(group: FormComponent, path: ElementPath): void {
    const held = new Set<number>();
    for (const each of this.#instances.values()) {
      const row = isFormInstance(each) ? rowIn(each.element_path, path) : undefined;
      if (row !== undefined) held.add(row);
    }
    const count = shownRows(group, this.#counts.get(pathKey(path)) ?? 0);
    for (let row = 0; row < count; row += 1) if (!held.has(row)) this.#makeRow(path, row);
  }

  #makeRow(path: ElementPath, row: number): void {
    for (const each of newRow(this.controller.plan, path, row, this.controller.payload))
      this.#put(this.controller.classed(each));
  }

  #put(instance: Instance): void {
    this.#instances.set(instance.id, instance);
    if (isFormInstance(instance)) countPath(this.#counts, instance.element_path);
  }

  #rowsOf(path: ElementPath): number {
    const group = this.controller.plan.component(String(path.at(-1)));
    return group === undefined ? 0 : shownRows(group, this.#counts.get(pathKey(path)) ?? 0);
  }
}

function difference<Kind extends { readonly id: string }>(
  collection: Patch['collection'],
  before: ReadonlyMap<string, Kind>,
  after: ReadonlyMap<string, Kind>,
): readonly Patch[] {
  const found: unknown[] = [];
  for (const [id, each] of before) if (!after.has(id)) found.push({ collection, id, before: each });
  for (const [id, each] of after) {
    const old = before.get(id);
    if (old !== each) found.push({ collection, id, ...(old === undefined ? {} : { before: old }), after: each });
  }
  return found as readonly Patch[];
}
