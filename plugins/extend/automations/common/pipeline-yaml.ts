import { Document, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { z } from '#core/api/common/index.ts';
import type { PipelineGraph, PipelineNode } from './pipeline.ts';
import { edgeConditions, everywhere, pipelineGraph } from './pipeline.ts';

/** A pipeline as a file: what the canvas shows, without what belongs to one installation, its id and owner. */
export interface PipelineFile {
  readonly name: string;
  readonly description: string;
  readonly graph: PipelineGraph;
}

/** Why a text is no pipeline; the line counts from 1. */
export interface YamlProblem {
  readonly line: number;
  readonly message: string;
}

const place = z.tuple([z.number(), z.number()]);
const fileNode = z.union([
  z.strictObject({
    event: z.string(),
    settings: z.record(z.string(), z.unknown()).optional(),
    projects: z
      .union([z.literal('all'), z.array(z.strictObject({ id: z.int(), folders: z.array(z.int()).optional() }))])
      .optional(),
    at: place.optional(),
  }),
  z.strictObject({ action: z.string(), settings: z.record(z.string(), z.unknown()).optional(), at: place.optional() }),
]);
const file = z.strictObject({
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2000).optional(),
  nodes: z.record(z.string(), fileNode),
  edges: z
    .array(z.strictObject({ from: z.string(), to: z.string(), on: z.enum(edgeConditions).optional() }))
    .optional(),
});

/** Writes a pipeline as YAML, for people and code repositories. `readPipelineYaml` gives the same pipeline back. */
export function writePipelineYaml({ name, description, graph }: PipelineFile): string {
  const nodes = graph.nodes.map(each => [each.id, nodeFile(each)] as const);
  const document = new Document(
    {
      name,
      ...(description === '' ? {} : { description }),
      nodes: new Map(nodes),
      edges: graph.edges.map(({ from, to, on }) => ({ from, to, ...(on === undefined ? {} : { on }) })),
    },
    { aliasDuplicateObjects: false },
  );
  // Places on one line.
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === 'at' && isSeq(value)) value.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

function nodeFile(node: PipelineNode): Readonly<Record<string, unknown>> {
  const settings = Object.keys(node.settings).length === 0 ? {} : { settings: node.settings };
  const at = { at: [node.x, node.y] };
  if (node.kind === 'action') return { action: node.type, ...settings, ...at };
  const { all, projects } = node.scope;
  return {
    event: node.type,
    ...settings,
    projects: all
      ? 'all'
      : projects.map(({ id, folders }) => ({ id, ...(folders.length === 0 ? {} : { folders: [...folders] }) })),
    ...at,
  };
}

/** Reads a pipeline of a YAML text, or returns what keeps it from being one, by line. */
export function readPipelineYaml(
  text: string,
): { readonly file: PipelineFile } | { readonly problems: readonly YamlProblem[] } {
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const document = parseDocument(text, { uniqueKeys: true, logLevel: 'silent' });
  const problems = document.errors.map(each => ({ line: lineOf(each.pos[0]), message: each.message.split('\n')[0]! }));
  if (problems.length > 0) return { problems };
  let value: unknown;
  try {
    // Aliases can make a small text a huge value.
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { problems: [{ line: 1, message: error instanceof Error ? error.message : 'The text can’t be read.' }] };
  }
  const read = file.safeParse(value);
  if (!read.success)
    return { problems: read.error.issues.map(each => ({ line: lineAt(each.path), message: wordsOf(each) })) };
  const { name, description = '', nodes, edges = [] } = read.data;
  const graph = pipelineGraph.safeParse({ nodes: Object.entries(nodes).map(([id, node]) => nodeOf(id, node)), edges });
  if (!graph.success)
    return {
      problems: graph.error.issues.map(each => ({
        line: lineAt(each.path[0] === 'nodes' ? ['nodes', Object.keys(nodes)[Number(each.path[1])] ?? ''] : each.path),
        message: wordsOf(each),
      })),
    };
  return { file: { name, description, graph: graph.data } };

  function lineAt(path: readonly PropertyKey[]): number {
    for (let length = path.length; length > 0; length--) {
      const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
      const pair = isMap(parent)
        ? parent.items.find(
            each => String((each.key as { value?: unknown } | null)?.value) === String(path[length - 1]),
          )
        : undefined;
      const range = (pair?.key as { range?: readonly number[] } | undefined)?.range;
      if (range?.[0] !== undefined) return lineOf(range[0]);
      const node = document.getIn(path.slice(0, length), true) as { range?: readonly number[] } | undefined;
      if (node?.range?.[0] !== undefined) return lineOf(node.range[0]);
    }
    return 1;
  }
}

const wordsOf = ({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string =>
  path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;

function nodeOf(id: string, node: z.output<typeof fileNode>): unknown {
  const [x, y] = node.at ?? [0, 0];
  const { settings = {} } = node;
  if ('action' in node) return { id, kind: 'action', type: node.action, settings, x, y };
  const { projects = 'all' } = node;
  const scope =
    projects === 'all'
      ? everywhere
      : { all: false, projects: projects.map(each => ({ id: each.id, folders: each.folders ?? [] })) };
  return { id, kind: 'event', type: node.event, settings, scope, x, y };
}
