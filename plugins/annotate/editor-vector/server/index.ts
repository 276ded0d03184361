import { setImmediate } from 'node:timers/promises';
import { inTurns } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import manifest from '../manifest.ts';
import { vectorChecks } from '../common/checks.ts';
import { shapeOutline } from '../common/shape-outline.ts';
import { vectorSchema } from '../common/vector-schema.ts';
import { storingShapes } from '../common/stored-shapes.ts';

export default defineServerHalf(manifest, {
  activate({ get, tap }) {
    const hooks = get(AnnotationHooks);
    tap(hooks.checking.for('vector'), (_, __, { document, form, classes, media }) =>
      inTurns(vectorChecks(document, { form, classes, ...(media === undefined ? {} : { media }) }), setImmediate),
    );
    tap(hooks.describing.for('vector'), () => vectorSchema('export'));
    tap(hooks.outlining.for('vector'), instance => shapeOutline(instance));
    tap(
      hooks.saving.for('vector'),
      async (_, document) => (await inTurns(storingShapes(document), setImmediate)) as AnnotationDocument,
    );
  },
});
