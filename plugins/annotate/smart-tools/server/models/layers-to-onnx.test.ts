import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { layersToOnnx, shardsOf } from './layers-to-onnx.ts';

const SIDE = 4;
const EPSILON = 0.001;
const WEIGHTS: readonly (readonly [name: string, shape: readonly number[], values: readonly number[]])[] = [
  ['conv/kernel', [3, 3, 1, 2], Array.from({ length: 18 }, (_, at) => Math.sin(at))],
  ['conv/bias', [2], [0.5, -0.25]],
  ['bn/gamma', [2], [1.5, 0.5]],
  ['bn/beta', [2], [0.1, 0.2]],
  ['bn/moving_mean', [2], [0.3, -0.1]],
  ['bn/moving_variance', [2], [0.9, 2]],
  ['fc/kernel', [2, 3], [1, -1, 0.5, 0.25, 2, -0.5]],
  ['fc/bias', [3], [0, 0.1, -0.1]],
];
const layer = (name: string, kind: string, config: object, ...from: readonly string[]) => ({
  name,
  class_name: kind,
  config,
  inbound_nodes: from.length === 0 ? [] : [from.map(each => [each, 0, 0, {}])],
});
const NETWORK = {
  modelTopology: {
    model_config: {
      config: {
        layers: [
          layer('in', 'InputLayer', { batch_input_shape: [null, SIDE, SIDE, 1] }),
          layer(
            'pad',
            'ZeroPadding2D',
            {
              padding: [
                [1, 1],
                [1, 1],
              ],
            },
            'in',
          ),
          layer('conv', 'Conv2D', { kernel_size: [3, 3], strides: [1, 1], padding: 'valid' }, 'pad'),
          layer('bn', 'BatchNormalization', { epsilon: EPSILON }, 'conv'),
          layer('relu', 'Activation', { activation: 'relu' }, 'bn'),
          layer('twice', 'Add', {}, 'relu', 'relu'),
          layer('mean', 'GlobalAveragePooling2D', {}, 'twice'),
          layer('fc', 'Dense', {}, 'mean'),
        ],
      },
    },
  },
  weightsManifest: [{ paths: ['a.bin', 'b.bin'], weights: WEIGHTS.map(([name, shape]) => ({ name, shape })) }],
};
const picture = Float32Array.from({ length: SIDE * SIDE }, (_, at) => Math.cos(at));

/** The network, computed layer by layer. */
function expected(): { readonly pooled: readonly number[]; readonly classes: readonly number[] } {
  const values = new Map(WEIGHTS.map(([name, , own]) => [name, own]));
  const value = (name: string, at: number): number => values.get(name)![at]!;
  const pooled = [0, 1].map(channel => {
    let sum = 0;
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        let found = value('conv/bias', channel);
        for (let dy = 0; dy < 3; dy++)
          for (let dx = 0; dx < 3; dx++) {
            const [row, column] = [y + dy - 1, x + dx - 1];
            if (row < 0 || column < 0 || row >= SIDE || column >= SIDE) continue;
            found += picture[row * SIDE + column]! * value('conv/kernel', (dy * 3 + dx) * 2 + channel);
          }
        const scale = value('bn/gamma', channel) / Math.sqrt(value('bn/moving_variance', channel) + EPSILON);
        sum += 2 * Math.max(0, (found - value('bn/moving_mean', channel)) * scale + value('bn/beta', channel));
      }
    return sum / (SIDE * SIDE);
  });
  const logits = [0, 1, 2].map(
    at => pooled[0]! * value('fc/kernel', at) + pooled[1]! * value('fc/kernel', 3 + at) + value('fc/bias', at),
  );
  const total = logits.reduce((sum, each) => sum + Math.exp(each), 0);
  return { pooled, classes: logits.map(each => Math.exp(each) / total) };
}

function hasRuntime(): boolean {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return true;
  } catch {
    return false;
  }
}

it.skipIf(!hasRuntime())('should compute the same as the network it was converted from', async () => {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const weights = Float32Array.from(WEIGHTS.flatMap(([, , own]) => own));
  const session = await InferenceSession.create(layersToOnnx(NETWORK, Buffer.from(weights.buffer)));
  const answer = await session.run({ pictures: new Tensor('float32', picture, [1, 1, SIDE, SIDE]) });
  const { pooled, classes } = expected();
  [...(answer['pooled']!.data as Float32Array)].forEach((each, at) => expect(each).toBeCloseTo(pooled[at]!, 5));
  [...(answer['classes']!.data as Float32Array)].forEach((each, at) => expect(each).toBeCloseTo(classes[at]!, 5));
});

it('should name the shards of weights, and refuse layers it does not know', () => {
  expect(shardsOf(NETWORK)).toEqual(['a.bin', 'b.bin']);
  const odd = structuredClone(NETWORK);
  odd.modelTopology.model_config.config.layers[4]!.class_name = 'LSTM';
  const weights = Float32Array.from(WEIGHTS.flatMap(([, , own]) => own));
  expect(() => layersToOnnx(odd, Buffer.from(weights.buffer))).toThrow('LSTM');
});
