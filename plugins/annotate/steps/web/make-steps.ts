import type { Transport } from '#core/api/web/index.ts';
import { client } from '#core/api/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { classesApi, nextPaletteColor } from '#plugins/workspace/classes/common/index.ts';
import { STEP_LIMIT, stepsApi } from '../common/api.ts';
import type { StepTemplate } from '../common/template-steps.ts';
import { missingClasses, templateSteps } from '../common/template-steps.ts';
import type { ChosenSteps } from './new-project-steps.tsx';

/** Type of the classes that objects have; tags are of the whole item. */
const OBJECT = 1;

/** Gives a new project the steps that were chosen. Done again after a failure, it makes nothing twice. */
export async function makeSteps(transport: Transport, projectId: number, chosen: ChosenSteps): Promise<void> {
  const steps = client(stepsApi, transport);
  const classes = (await client(classesApi, transport).list({ query: { project_id: projectId } })).data.filter(
    each => each.type === OBJECT,
  );
  const params = { project_id: projectId };
  if (chosen.by === 'template') {
    const all = await withClasses(transport, projectId, chosen.template, classes);
    await steps.uploadKeyPoints({ params, query: {}, body: { steps: templateSteps(chosen.template, all) } });
  } else if (classes.length > 0) {
    await steps.saveSteps({
      params,
      query: {},
      body: { steps: classes.slice(0, STEP_LIMIT).map(each => ({ class_id: each.id, tool: null, attribute_ids: [] })) },
    });
  }
}

async function withClasses(
  transport: Transport,
  projectId: number,
  template: StepTemplate,
  classes: readonly AnnotationClass[],
): Promise<readonly AnnotationClass[]> {
  const colors = classes.map(each => each.color);
  const missing = missingClasses(template, classes).map(name => {
    const color = nextPaletteColor(colors);
    colors.push(color);
    return { name, color, type: OBJECT, attribute_groups: [] };
  });
  return missing.length === 0
    ? classes
    : [
        ...classes,
        ...(await client(classesApi, transport).create({
          query: { project_id: projectId },
          body: { classes: missing },
        })),
      ];
}
