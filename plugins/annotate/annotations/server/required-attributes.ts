import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { ConstraintFinding, ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { missingGroups } from '../common/attribute-values.ts';
import { documentKind } from '../common/document-kind.ts';
import { Annotations } from './annotations.ts';

/** The constraint `required_attributes` of a transition: every required group holds a value. */
export class RequiredAttributes {
  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(Classes) private readonly classes: Classes,
    @inject(Projects) private readonly projects: Projects,
  ) {}

  /** One finding per missing value; `where` is the id of the instance, so that the editor can select it. */
  async findings(context: RequestContext, item: ItemRow): Promise<readonly ConstraintFinding[]> {
    // What a form requires are its components.
    if (documentKind((await this.projects.facts(context, item.project_id))?.type ?? 0) === 'form') return [];
    const byId = new Map((await this.classes.ofProject(context, item.project_id)).map(each => [each.id, each]));
    const { document } = await this.annotations.ofCaller(context, item);
    return document.instances.flatMap(instance => {
      const annotationClass = byId.get(instance.classId);
      return annotationClass === undefined
        ? []
        : missingGroups(instance, annotationClass).map(group => ({
            message: `“${group.name}” of a ${annotationClass.name} has no value`,
            where: instance.id,
          }));
    });
  }
}
