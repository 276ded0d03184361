import { notFound } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { Attribute, AttributeGroup } from '../common/annotation-class.ts';
import type { classPartsApi, workClassesApi } from '../common/parts-api.ts';
import { fromWorkClass, workClass } from '../common/work-class.ts';
import type { ClassParts } from './class-parts.ts';
import type { Classes } from './classes.ts';

type Groups = Handlers<typeof classPartsApi>;
/** The same shapes; the contract's lists are mutable. */
const group = (each: AttributeGroup): Awaited<ReturnType<Groups['createGroup']>> =>
  each as Awaited<ReturnType<Groups['createGroup']>>;
const attribute = (each: Attribute): Awaited<ReturnType<Groups['createAttribute']>> => each;

export function classPartsHandlers(parts: ClassParts): Groups {
  return {
    createGroup: async ({ query, body }, context) =>
      group(await parts.createGroup(context, query.project_id, body.class_id, body)),
    updateGroup: async ({ params, query, body }, context) =>
      group(await parts.updateGroup(context, query.project_id, params.id, body)),
    async removeGroup({ params, query }, context) {
      await parts.removeGroup(context, query.project_id, params.id);
      return { success: true };
    },
    createAttribute: async ({ query, body }, context) =>
      attribute(await parts.createAttribute(context, query.project_id, body.group_id, body)),
    updateAttribute: async ({ params, query, body }, context) =>
      attribute(await parts.updateAttribute(context, query.project_id, params.id, body)),
    async removeAttribute({ params, query }, context) {
      await parts.removeAttribute(context, query.project_id, params.id);
      return { success: true };
    },
  };
}

export function workClassesHandlers(classes: Classes): Handlers<typeof workClassesApi> {
  return {
    async patchClass({ params, body }, context) {
      const { projectId } = context.scope;
      if (projectId === undefined) throw notFound('The project');
      await classes.demandByHand(context, projectId);
      const changed = await classes.update(context, projectId, params.class_id, fromWorkClass(body));
      return { data: workClass(changed) as Awaited<ReturnType<Handlers<typeof workClassesApi>['patchClass']>>['data'] };
    },
  };
}
