import { setImmediate } from 'node:timers/promises';
import { inTurns } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import manifest from '../manifest.ts';
import { cloudChecks } from '../common/checks.ts';
import { cloudSchema } from '../common/cloud-schema.ts';
import { storedCloud } from '../common/stored-cloud.ts';

const TYPE = 'point-cloud';

export default defineServerHalf(manifest, {
  activate({ get, tap }) {
    const hooks = get(AnnotationHooks);
    tap(hooks.checking.for(TYPE), (_, __, { document, form, classes }) =>
      inTurns(cloudChecks(document, { form, classes }), setImmediate),
    );
    tap(hooks.describing.for(TYPE), () => cloudSchema('export'));
    tap(hooks.equipping.for(TYPE), (_, particulars, item) => ({ ...particulars, projectId: item.project_id }));
    tap(hooks.saving.for(TYPE), (_, document) => storedCloud(document));
  },
});
