import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { emptyOf, isLive, pathKey, shownRows, valueProblems, valueShape } from '#plugins/annotate/form/common/index.ts';
import type { FormChanges, FormError, ScriptComponent } from '#sdk/form/form-protocol.ts';
import { sameJson } from '#sdk/form/form-mirror.ts';
import type { FormController } from '../form-controller.ts';
import { messages } from '../messages.ts';

/**
 * Present state of the form for a script: values that are not the given ones, and groups that have more than their
 * least rows.
 */
export interface FormSnapshot {
  readonly values: ReadonlyMap<string, { readonly path: ElementPath; readonly value: unknown }>;
  readonly rows: ReadonlyMap<string, { readonly path: ElementPath; readonly count: number; readonly least: number }>;
  readonly errors: readonly FormError[];
}

/** The components with what they give; those of which the person sees nothing by name only. */
export function scriptComponents(controller: FormController): readonly ScriptComponent[] {
  return [...controller.plan.byId.values()].map(({ component, groups }): ScriptComponent => {
    const access = controller.visibility(component.id);
    const shape = valueShape(component);
    return {
      id: component.id,
      type: component.type,
      groups,
      access,
      ...(shape === undefined ? {} : { shape }),
      ...(shape === undefined || access === 'hidden' ? {} : { given: givenOf(controller, component) }),
      ...(isLive(component) ? { live: true as const } : {}),
      ...(component.type === 'group' ? { least: shownRows(component, 0) } : {}),
    };
  });
}

/**
 * Returns the value that a field gives in its first row: what is given elsewhere and differs is reported as a value.
 */
const givenOf = (controller: FormController, component: FormComponent): unknown =>
  controller.given(component, controller.plan.pathOf(component.id, [])) ?? emptyOf(component);

/** Reads all that the person may see. `components` are those that were reported last. */
export function readSnapshot(
  controller: FormController,
  components: ReadonlyMap<string, ScriptComponent>,
): FormSnapshot {
  const values = new Map<string, { path: ElementPath; value: unknown }>();
  const rows = new Map<string, { path: ElementPath; count: number; least: number }>();
  const errors: FormError[] = controller
    .missingNow()
    .map(({ path }) => ({ path, message: messages.shared.thisMustBeFilledIn }));
  const visit = (list: readonly FormComponent[], prefix: ElementPath): void => {
    for (const component of list) {
      const path = [...prefix, component.id];
      const known = components.get(component.id);
      if (
        known !== undefined &&
        known.access !== 'hidden' &&
        known.shape !== undefined &&
        controller.plan.component(component.id) === component
      ) {
        const value = controller.value(component, path) ?? null;
        if (!sameJson(value, known.given ?? null)) values.set(pathKey(path), { path, value });
        if (known.access === 'edit')
          for (const message of valueProblems(controller.overlay.withOptions(component, path), value).slice(0, 1))
            errors.push({ path, message });
      }
      if (known?.access === 'hidden') continue;
      if (component.type === 'group') {
        const count = controller.rowCount(component, path);
        const least = known?.least ?? 0;
        if (count !== least) rows.set(pathKey(path), { path, count, least });
        for (let row = 0; row < count; row += 1) visit(component.children ?? [], [...path, row]);
      } else if (component.children !== undefined) visit(component.children, prefix);
    }
  };
  visit(controller.plan.components, []);
  return { values, rows, errors: [...errors, ...controller.overlay.errors] };
}

/** Returns the differences between two snapshots; undefined when there are none. */
export function snapshotChanges(before: FormSnapshot, after: FormSnapshot): Omit<FormChanges, 'turn'> | undefined {
  const values = [...after.values]
    .filter(([key, each]) => !before.values.has(key) || !sameJson(before.values.get(key)!.value, each.value))
    .map(([, { path, value }]) => [path, value] as const);
  const back = [...before.values].filter(([key]) => !after.values.has(key)).map(([, { path }]) => path);
  const rows = [
    ...[...after.rows]
      .filter(([key, { count }]) => before.rows.get(key)?.count !== count)
      .map(([, { path, count }]) => [path, count] as const),
    ...[...before.rows].filter(([key]) => !after.rows.has(key)).map(([, { path, least }]) => [path, least] as const),
  ];
  const errors = sameJson(before.errors, after.errors) ? {} : { errors: after.errors };
  return values.length + back.length + rows.length === 0 && !('errors' in errors)
    ? undefined
    : { values, back, rows, ...errors };
}
