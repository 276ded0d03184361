import type { Handlers } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { z } from '#core/api/common/index.ts';
import type { AnnotationClass } from '../common/annotation-class.ts';
import type { annotationClass, classesApi } from '../common/api.ts';
import { writeClassesFile } from '../common/classes-file.ts';
import type { ClassMerging } from './class-merging.ts';
import type { Classes } from './classes.ts';

type Wire = z.input<typeof annotationClass>;

/** The same shape; the contract's lists are mutable. */
const wire = (each: AnnotationClass): Wire => each as Wire;

export function classesHandlers(classes: Classes, merging: ClassMerging): Handlers<typeof classesApi> {
  return {
    async list({ query }, context) {
      const all = await classes.ofProject(context, query.project_id);
      const text = query.name?.toLowerCase();
      const found = text === undefined ? all : all.filter(each => each.name.toLowerCase().includes(text));
      return { data: found.slice(query.offset, query.offset + query.limit).map(wire), count: found.length };
    },
    create: async ({ query, body }, context) =>
      (await classes.createByHand(context, query.project_id, body.classes)).map(wire),
    async reorder({ query, body }, context) {
      await classes.demandByHand(context, query.project_id);
      return (await classes.reorder(context, query.project_id, body.ids)).map(wire);
    },
    async reverse({ query }, context) {
      await classes.demandByHand(context, query.project_id);
      return (await classes.reverse(context, query.project_id)).map(wire);
    },
    nameExists: ({ query }, context) => classes.nameCheck(context, query.project_id, query.name, query.except),
    get: async ({ params, query }, context) => wire(await classes.get(context, query.project_id, params.class_id)),
    countUses: async ({ params }, context) => ({
      data: [...(await classes.uses(context, params.project_id))].map(([id, uses]) => ({ class_id: id, ...uses })),
    }),
    async update({ params, query, body }, context) {
      await classes.demandByHand(context, query.project_id);
      return wire(await classes.update(context, query.project_id, params.class_id, body));
    },
    async remove({ params, query }, context) {
      await classes.demandByHand(context, query.project_id);
      await classes.remove(context, query.project_id, params.class_id);
      return { success: true };
    },
    async restore({ params }, context) {
      await classes.demandByHand(context, params.project_id);
      return wire(await classes.restore(context, params.project_id, params.class_id));
    },
    async merge({ params, body }, context) {
      await classes.demandByHand(context, params.project_id);
      return merging.begin(context, params.project_id, body.ids, body.into);
    },
    async importFile({ params, body }, context) {
      await classes.demandByHand(context, params.project_id);
      const { created, skipped } = await classes.importFile(context, params.project_id, body);
      return { created: created.map(wire), skipped };
    },
    async download({ params }, context) {
      const text = writeClassesFile(await classes.ofProject(context, params.project_id));
      return streamReply(Buffer.from(text), {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="classes.json"',
      });
    },
  };
}
