import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { FormInstance, FormPlan } from '#plugins/annotate/form/common/index.ts';

/** Returns an answer with the class that the form made for its component, and in the shape it is opened with again. */
export function classedInstance(given: FormInstance, plan: FormPlan, classes: EditorSession['classes']): FormInstance {
  const path = given.element_path;
  const instance: FormInstance = {
    ...given,
    ...(plan.hasGroups || path.length > 1
      ? { shape: 'list', entry: { element_path: path } }
      : { shape: 'value', entry: {} }),
  };
  const owner = classes.find(each => each.name === instance.component_id);
  if (owner !== undefined) return { ...instance, classId: owner.id, className: owner.name };
  const { className: _, ...rest } = instance;
  return rest as FormInstance;
}
