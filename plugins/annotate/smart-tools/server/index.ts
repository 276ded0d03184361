import { toDisposable } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { SystemHooks } from '#plugins/workspace/system-health/server/kit/index.ts';
import manifest from '../manifest.ts';
import { mlApi } from '../common/api.ts';
import { capabilityEngines } from './capability-engines.ts';
import { Detectors } from './detection/detectors.ts';
import { Embeddings } from './embeddings.ts';
import { ItemPictures } from './item-pictures.ts';
import { mlHandlers } from './ml-handlers.ts';
import { ModelThreads } from './model-threads.ts';
import { modelsCommand } from './models/models-command.ts';
import { PictureOutlines } from './picture-outlines.ts';
import { PolygonPredictions } from './polygon-predictions.ts';
import { Preparations } from './preparations.ts';
import { Providers } from './providers.ts';
import { TextReading } from './text-reading.ts';
import { Trackers } from './tracking/trackers.ts';
import { EmbeddingProviders } from './vectors/embedding-providers.ts';

export default defineServerHalf(manifest, {
  terminal: { models: modelsCommand },
  provides: [Detectors, EmbeddingProviders, PictureOutlines, Trackers],
  bindings(container) {
    container.bind(ModelThreads).toSelf();
    container.bind(EmbeddingProviders).toSelf();
    container.bind(Trackers).toSelf();
    container.bind(Detectors).toSelf();
    container.bind(Providers).toSelf();
    container.bind(ItemPictures).toSelf();
    container.bind(Embeddings).toSelf();
    container.bind(Preparations).toSelf();
    container.bind(PictureOutlines).toSelf();
    container.bind(PolygonPredictions).toSelf();
    container.bind(TextReading).toSelf();
  },
  activate({ get, find, implement, own, tap }) {
    const engines = find(SystemHooks)?.engines;
    if (engines !== undefined)
      tap(engines, async (_, found) => [...found, ...capabilityEngines(await get(Providers).capabilities())]);
    const threads = get(ModelThreads);
    own(toDisposable(() => void threads.close()));
    implement(mlApi, mlHandlers(get(Providers), get(Preparations), get(PolygonPredictions), get(TextReading)));
  },
});
