import { z } from '#core/api/common/index.ts';
import type { OnnxGraph, OnnxNode, StoredTensor } from './onnx-writer.ts';
import { onnxBytes } from './onnx-writer.ts';

const layersFile = z.object({
  modelTopology: z.object({
    model_config: z.object({
      config: z.object({
        layers: z.array(
          z.object({
            name: z.string(),
            class_name: z.string(),
            config: z.looseObject({
              kernel_size: z.array(z.int()).optional(),
              strides: z.array(z.int()).optional(),
              padding: z.union([z.string(), z.array(z.array(z.int()))]).optional(),
              pool_size: z.array(z.int()).optional(),
              epsilon: z.number().optional(),
              batch_input_shape: z.array(z.int().nullable()).optional(),
            }),
            inbound_nodes: z.array(z.array(z.tuple([z.string()], z.unknown()))),
          }),
        ),
      }),
    }),
  }),
  weightsManifest: z.array(
    z.object({ paths: z.array(z.string()), weights: z.array(z.object({ name: z.string(), shape: z.array(z.int()) })) }),
  ),
});
type Layer = z.output<typeof layersFile>['modelTopology']['model_config']['config']['layers'][number];

/** Names of the shards of weights that a model of TensorFlow.js names, in order. */
export const shardsOf = (model: unknown): readonly string[] =>
  layersFile.parse(model).weightsManifest.flatMap(each => each.paths);

/**
 * Converts a convolutional network of TensorFlow.js (layers format) to ONNX. Batch normalization becomes part of the
 * convolution before it. Input `pictures` is N × channels × height × width; outputs are `pooled` before the last layer
 * and `classes` after it.
 * @throws Error for a layer it does not know.
 */
export function layersToOnnx(model: unknown, weightBytes: Buffer): Buffer {
  const file = layersFile.parse(model);
  const { layers } = file.modelTopology.model_config.config;
  const weights = weightsOf(file.weightsManifest, weightBytes);
  const normalized = new Map(
    layers.filter(each => each.class_name === 'BatchNormalization').map(each => [inputs(each)[0]!, each]),
  );
  const nodes: OnnxNode[] = [];
  const tensors: StoredTensor[] = [];
  /** Layers that leave no node of their own, by the output that takes their place. */
  const replaced = new Map<string, string>();
  const pads = new Map<string, readonly number[]>();
  let input: OnnxGraph['input'] | undefined;
  const source = (layer: Layer, at = 0): string => replaced.get(inputs(layer)[at]!) ?? inputs(layer)[at]!;
  for (const layer of layers) {
    const { name, config } = layer;
    switch (layer.class_name) {
      case 'InputLayer': {
        const [, height, width, channels] = config.batch_input_shape!;
        input = { name: 'pictures', dims: ['n', channels!, height!, width!] };
        replaced.set(name, 'pictures');
        break;
      }
      case 'ZeroPadding2D': {
        const [[top, bottom], [left, right]] = config.padding as [[number, number], [number, number]];
        pads.set(name, [top, left, bottom, right]);
        replaced.set(name, source(layer));
        break;
      }
      case 'Conv2D': {
        const folded = foldedConvolution(name, normalized.get(name), weights);
        tensors.push(...folded);
        const same = config.padding === 'same' ? config.kernel_size!.map(each => (each - 1) / 2) : undefined;
        nodes.push({
          type: 'Conv',
          inputs: [source(layer), ...folded.map(each => each.name)],
          output: name,
          attributes: {
            kernel_shape: config.kernel_size!,
            strides: config.strides!,
            pads: same === undefined ? (pads.get(inputs(layer)[0]!) ?? [0, 0, 0, 0]) : [...same, ...same],
          },
        });
        break;
      }
      case 'BatchNormalization':
        replaced.set(name, source(layer));
        break;
      case 'Activation':
        nodes.push({ type: 'Relu', inputs: [source(layer)], output: name });
        break;
      case 'Add':
        nodes.push({ type: 'Add', inputs: [source(layer, 0), source(layer, 1)], output: name });
        break;
      case 'MaxPooling2D':
        // Only rectified values are padded here: zeros and nothing are the same to a maximum.
        nodes.push({
          type: 'MaxPool',
          inputs: [source(layer)],
          output: name,
          attributes: {
            kernel_shape: config.pool_size!,
            strides: config.strides!,
            pads: pads.get(inputs(layer)[0]!) ?? [0, 0, 0, 0],
          },
        });
        break;
      case 'GlobalAveragePooling2D':
        nodes.push({ type: 'GlobalAveragePool', inputs: [source(layer)], output: name });
        nodes.push({ type: 'Flatten', inputs: [name], output: 'pooled', attributes: { axis: 1 } });
        replaced.set(name, 'pooled');
        break;
      case 'Dense': {
        const [kernel, bias] = [weights.get(`${name}/kernel`)!, weights.get(`${name}/bias`)!];
        tensors.push({ ...kernel, name: `${name}.kernel` }, { ...bias, name: `${name}.bias` });
        nodes.push({ type: 'Gemm', inputs: [source(layer), `${name}.kernel`, `${name}.bias`], output: name });
        nodes.push({ type: 'Softmax', inputs: [name], output: 'classes', attributes: { axis: 1 } });
        break;
      }
      default:
        throw new Error(`A layer of the kind ${layer.class_name} cannot be converted.`);
    }
  }
  const classes = tensors.at(-1)!.dims[0]!;
  return onnxBytes({
    name: 'network',
    input: input!,
    outputs: [
      { name: 'pooled', dims: ['n', tensors.at(-2)!.dims[0]!] },
      { name: 'classes', dims: ['n', classes] },
    ],
    nodes,
    tensors,
  });
}

const inputs = (layer: Layer): readonly string[] => (layer.inbound_nodes[0] ?? []).map(each => each[0]);

/** Kernel (outputs × inputs × height × width) and bias of a convolution, with the normalization behind it. */
function foldedConvolution(
  name: string,
  normalization: Layer | undefined,
  weights: ReadonlyMap<string, StoredTensor>,
): readonly StoredTensor[] {
  const kernel = weights.get(`${name}/kernel`)!;
  const [height, width, from, to] = kernel.dims as [number, number, number, number];
  const value = (part: string, at: number): number | undefined =>
    normalization === undefined ? undefined : weights.get(`${normalization.name}/${part}`)?.values[at];
  const factors = Float64Array.from(
    { length: to },
    (_, at) =>
      (value('gamma', at) ?? 1) / Math.sqrt((value('moving_variance', at) ?? 1) + (normalization?.config.epsilon ?? 0)),
  );
  const values = new Float32Array(kernel.values.length);
  const area = height * width;
  for (let place = 0; place < area; place++)
    for (let input = 0; input < from; input++)
      for (let output = 0; output < to; output++)
        values[(output * from + input) * area + place] =
          kernel.values[(place * from + input) * to + output]! * factors[output]!;
  const bias = weights.get(`${name}/bias`)?.values;
  const biases = Float32Array.from(
    { length: to },
    (_, at) => ((bias?.[at] ?? 0) - (value('moving_mean', at) ?? 0)) * factors[at]! + (value('beta', at) ?? 0),
  );
  return [
    { name: `${name}.kernel`, dims: [to, from, height, width], values },
    { name: `${name}.bias`, dims: [to], values: biases },
  ];
}

function weightsOf(
  manifest: z.output<typeof layersFile>['weightsManifest'],
  bytes: Buffer,
): ReadonlyMap<string, StoredTensor> {
  const found = new Map<string, StoredTensor>();
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let place = 0;
  for (const { name, shape } of manifest.flatMap(each => each.weights)) {
    const length = shape.reduce((product, each) => product * each, 1);
    found.set(name, { name, dims: shape, values: values.subarray(place, place + length) });
    place += length;
  }
  return found;
}
