import { setImmediate } from 'node:timers/promises';
import { inTurns, toDisposable } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ItemText } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectsHooks, ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import manifest from '../manifest.ts';
import { textApi } from '../common/api.ts';
import { textChecks } from '../common/checks.ts';
import { readingOf } from '../common/extract/reading.ts';
import { storedText } from '../common/stored-text.ts';
import { textSchema } from '../common/text-schema.ts';
import { textTokens } from '../common/text-segments.ts';
import { tokenizeApi } from '../common/tokenize-api.ts';
import { Dictionaries } from './dictionaries.ts';
import { ReadTexts } from './reading/read-texts.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [ReadTexts],
  bindings(container) {
    container.bind(Dictionaries).toSelf();
    container.bind(ReadTexts).toSelf();
  },
  activate({ get, implement, own, tap }) {
    own(toDisposable(() => void get(ReadTexts).dispose()));
    const hooks = get(AnnotationHooks);
    const texts = get(ItemText);
    tap(hooks.checking.for('text'), async (_, __, { document, form, classes, item }) => {
      // Problems that the text itself shows are warnings, for those who upload; the editor's person sees the text.
      const text = form === 'export' ? await texts.of(item) : undefined;
      // For a file that is no text itself, the document contains the length of the text that was read out of it.
      const length =
        item.content_length ?? readingOf(isRecord(document['metadata']) ? document['metadata'] : {})?.length;
      return inTurns(
        textChecks(document, {
          form,
          classes,
          ...(text === undefined ? {} : { text }),
          ...(Number.isInteger(length) ? { contentLength: length! } : {}),
        }),
        setImmediate,
      );
    });
    const dictionaries = get(Dictionaries);
    implement(textApi, {
      getDictionary: ({ params }, context) => dictionaries.get(context, params.project_id),
      putDictionary: ({ params, body }, context) => dictionaries.put(context, params.project_id, body, body.version),
    });
    implement(tokenizeApi, {
      async tokenize({ body: { text, unit, locale } }) {
        const tokens = await inTurns(textTokens(text, unit, locale), setImmediate);
        return {
          tokens: tokens.map(({ start, end }): [number, number] => [start, end]),
          kinds: tokens.map(each => each.kind),
        };
      },
    });
    // Terms refer to classes: those of a clone without classes would refer to nothing.
    tap(get(ProjectsHooks).cloned, async (context, { from, to, parts }) => {
      if (parts.has('classes')) await dictionaries.copy(context, from.id, to.id);
    });
    tap(hooks.equipping.for('text'), async (context, particulars, item) => ({
      ...particulars,
      snap: (await get(ProjectSettings).value(context, item.project_id, 'Tokenization')) === 0 ? 'character' : 'word',
    }));
    tap(hooks.describing.for('text'), () => textSchema('export'));
    tap(hooks.saving.for('text'), (_, document, item) => storedText(document, item.content_length));
  },
});
