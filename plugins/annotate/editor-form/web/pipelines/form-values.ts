import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { valueShape } from '#plugins/annotate/form/common/index.ts';
import type { FormController } from '../form-controller.ts';

type FormReading = Pick<FormController, 'visibility' | 'value' | 'rowCount'> & {
  readonly plan: Pick<FormController['plan'], 'components'>;
};

/**
 * Returns the values of a form by the ids of its components, as far as the person sees them; a group is a list of its
 * rows, which have values by id again.
 */
export function formValues(controller: FormReading): Readonly<Record<string, unknown>> {
  const read = (list: readonly FormComponent[], prefix: ElementPath, into: Record<string, unknown>): void => {
    for (const component of list) {
      if (controller.visibility(component.id) === 'hidden') continue;
      const path = [...prefix, component.id];
      if (component.type === 'group')
        into[component.id] = Array.from({ length: controller.rowCount(component, path) }, (_, row) => {
          const values: Record<string, unknown> = {};
          read(component.children ?? [], [...path, row], values);
          return values;
        });
      else if (valueShape(component) !== undefined) into[component.id] = controller.value(component, path) ?? null;
      else read(component.children ?? [], prefix, into);
    }
  };
  const values: Record<string, unknown> = {};
  read(controller.plan.components, [], values);
  return values;
}
