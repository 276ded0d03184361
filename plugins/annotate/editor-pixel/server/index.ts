import { setImmediate } from 'node:timers/promises';
import { inTurns } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { maskField } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationHooks, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import manifest from '../manifest.ts';
import { pixelChecks } from '../common/checks.ts';
import { pixelSchema } from '../common/pixel-schema.ts';
import { storedParts } from '../common/stored-parts.ts';

export default defineServerHalf(manifest, {
  activate({ get, tap }) {
    const hooks = get(AnnotationHooks);
    const masks = get(Masks);
    tap(hooks.checking.for('pixel'), async (context, _, { document, form, classes, media }) =>
      inTurns(
        pixelChecks(document, {
          form,
          classes,
          mask: await masks.facts(context, document[maskField]),
          ...(media === undefined ? {} : { media }),
        }),
        setImmediate,
      ),
    );
    tap(hooks.describing.for('pixel'), () => pixelSchema('export'));
    tap(
      hooks.saving.for('pixel'),
      async (context, document) =>
        storedParts(document, await masks.facts(context, document[maskField]), {
          email: context.user.email,
        }) as AnnotationDocument,
    );
  },
});
