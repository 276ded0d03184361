import { setImmediate } from 'node:timers/promises';
import { inTurns } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { shapeOutline } from '#plugins/annotate/editor-vector/common/index.ts';
import { Pyramids } from '#plugins/annotate/tiles/server/kit/index.ts';
import manifest from '../manifest.ts';
import { tiledChecks } from '../common/checks.ts';
import { storingTiled } from '../common/stored-tiled.ts';
import { tiledSchema } from '../common/tiled-schema.ts';

const TYPE = 'tiled';

export default defineServerHalf(manifest, {
  activate({ get, tap }) {
    const hooks = get(AnnotationHooks);
    const pyramids = get(Pyramids);
    tap(hooks.checking.for(TYPE), (_, __, { document, form, classes, media }) =>
      inTurns(tiledChecks(document, { form, classes, ...(media === undefined ? {} : { media }) }), setImmediate),
    );
    tap(hooks.describing.for(TYPE), () => tiledSchema('export'));
    tap(hooks.outlining.for(TYPE), instance => shapeOutline(instance));
    tap(hooks.equipping.for(TYPE), (_, particulars, item) => ({ ...particulars, projectId: item.project_id }));
    tap(
      hooks.saving.for(TYPE),
      async (context, document, item) =>
        (await inTurns(
          storingTiled(document, await pyramids.imageOf(context, item)),
          setImmediate,
        )) as AnnotationDocument,
    );
  },
});
