import type { Handlers } from '#core/api/server/index.ts';
import type { mlApi } from '../common/api.ts';
import type { PolygonPredictions } from './polygon-predictions.ts';
import type { Preparations } from './preparations.ts';
import type { Providers } from './providers.ts';
import type { TextReading } from './text-reading.ts';

/** Handlers of the machine-learning service. */
export function mlHandlers(
  providers: Providers,
  preparations: Preparations,
  predictions: PolygonPredictions,
  reading: TextReading,
): Handlers<typeof mlApi> {
  return {
    async capabilities() {
      const data = [...(await providers.capabilities())];
      return { data, count: data.length };
    },
    prepareItem: ({ params, body }, context) => preparations.begin(context, params.item_id, body.priority),
    getPreparation: ({ params, query }, context) => preparations.get(context, params.preparation_id, query.wait_ms),
    cancelPreparation: ({ params }, context) => preparations.cancel(context, params.preparation_id),
    polygonPrediction: ({ body }, context) => predictions.predict(context, body),
    ocr: ({ body }, context) => reading.read(context, body),
  };
}
