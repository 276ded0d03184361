import { defineServerHalf } from '#core/kernel/server/index.ts';
import { Detectors } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { detectionApi } from '../common/api.ts';
import { PredictionChanges } from './prediction-changes.ts';

export default defineServerHalf(manifest, {
  bindings: container => void container.bind(PredictionChanges).toSelf(),
  activate({ get, implement, tap }) {
    const [changes, detectors] = [get(PredictionChanges), get(Detectors)];
    tap(get(ItemsHooks).changing.for('predictions'), () => changes);
    implement(detectionApi, {
      async getDetector() {
        const detector = await detectors.connected();
        return { detector: detector === undefined ? null : { model: detector.model, labels: [...detector.labels] } };
      },
    });
  },
});
