/** A float tensor that is stored in a model. */
export interface StoredTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: Float32Array;
}

/** One operation of a model. */
export interface OnnxNode {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** A graph with one float input and float outputs. A dimension given as text varies. */
export interface OnnxGraph {
  readonly name: string;
  readonly input: { readonly name: string; readonly dims: readonly (number | string)[] };
  readonly outputs: readonly { readonly name: string; readonly dims: readonly (number | string)[] }[];
  readonly nodes: readonly OnnxNode[];
  readonly tensors: readonly StoredTensor[];
}

const FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;
const IR_VERSION = 8;
const OPSET = 13;

/** Returns a graph as the bytes of an ONNX file (protocol buffers, opset 13). */
export function onnxBytes(graph: OnnxGraph): Buffer {
  return Buffer.concat([
    number(1, IR_VERSION),
    text(2, 'loupe'),
    part(7, graphBytes(graph)),
    part(8, [text(1, ''), number(2, OPSET)]),
  ]);
}

function graphBytes({ name, input, outputs, nodes, tensors }: OnnxGraph): readonly Buffer[] {
  return [
    ...nodes.map(node => part(1, nodeBytes(node))),
    text(2, name),
    ...tensors.map(tensor => part(5, tensorBytes(tensor))),
    part(11, valueBytes(input)),
    ...outputs.map(output => part(12, valueBytes(output))),
  ];
}

const nodeBytes = ({ type, inputs, output, attributes = {} }: OnnxNode): readonly Buffer[] => [
  ...inputs.map(each => text(1, each)),
  text(2, output),
  text(3, output),
  text(4, type),
  ...Object.entries(attributes).map(([name, value]) =>
    part(5, [
      text(1, name),
      ...(typeof value === 'number'
        ? [number(3, value), number(20, ATTRIBUTE_INT)]
        : [...value.map(each => number(8, each)), number(20, ATTRIBUTE_INTS)]),
    ]),
  ),
];

const tensorBytes = ({ name, dims, values }: StoredTensor): readonly Buffer[] => [
  ...dims.map(each => number(1, each)),
  number(2, FLOAT),
  text(8, name),
  part(9, [Buffer.from(values.buffer, values.byteOffset, values.byteLength)]),
];

const valueBytes = (value: OnnxGraph['input']): readonly Buffer[] => [
  text(1, value.name),
  part(2, [
    part(1, [
      number(1, FLOAT),
      part(
        2,
        value.dims.map(each => part(1, [typeof each === 'number' ? number(1, each) : text(2, each)])),
      ),
    ]),
  ]),
];

/** A field of varying length. */
function part(field: number, parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, each) => sum + each.length, 0);
  return Buffer.concat([varint(field * 8 + 2), varint(length), ...parts]);
}

const text = (field: number, value: string): Buffer => part(field, [Buffer.from(value)]);
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);

/** Seven bits a byte, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
