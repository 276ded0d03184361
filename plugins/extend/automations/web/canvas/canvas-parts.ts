import type { Edge, Node } from '@xyflow/react';
import { MarkerType } from '@xyflow/react';
import { actionTypeOf } from '../../common/action-types.ts';
import { ANY, eventTypeOf, SCHEDULE } from '../../common/event-types.ts';
import type { PipelineGraph, PipelineNode } from '../../common/pipeline.ts';
import { frequencies } from '../../common/schedule.ts';
import type { PipelineProblem } from '../../common/validate-pipeline.ts';
import { titleOf } from '../../common/validate-pipeline.ts';
import { messages } from '../messages.ts';
import { NODE } from './auto-layout.ts';

export type PipelineBox = Node<
  {
    readonly kind: PipelineNode['kind'];
    readonly type: string;
    readonly title: string;
    readonly summary: string;
    /** The first problem of the node. */
    readonly problem: string | undefined;
  },
  'step'
>;
export type PipelineArrow = Edge<{ readonly at: number }>;

/** Names of what settings of nodes hold by its id, by the kinds of their fields. */
export interface SettingNames {
  readonly customAction: ReadonlyMap<number, string>;
  readonly customEvent: ReadonlyMap<number, string>;
}

/** Selection on the canvas: nodes by id, edges by their place in the list. */
export interface CanvasSelection {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<number>;
}
/** The part of a pipeline that is in sight. */
export interface CanvasView {
  /** The middle of it in pixels of the canvas, for new nodes. */
  middle(): { readonly x: number; readonly y: number };
  /** Brings all of the pipeline into sight. */
  showAll(): void;
  /** Brings a node into sight. */
  show(node: string): void;
}

export const nothingSelected: CanvasSelection = { nodes: new Set(), edges: new Set() };

/** Returns the icon of a type of node. */
export const nodeIcons: Readonly<Record<string, string>> = {
  'item c': 'newImage',
  'item u:annotation_status': 'progress',
  'item u:approval_status': 'thumbUp',
  'item u:assignment': 'invite',
  'item fired': 'play',
  'project c': 'newFolder',
  'project u': 'folder',
  'project d': 'trash',
  'folder c': 'newFolder',
  'folder u': 'folder',
  'folder d': 'trash',
  'export c': 'download',
  'export u': 'download',
  'export d': 'trash',
  transition: 'workflow',
  'item open': 'image',
  'item u:annotation': 'edit',
  'item comment': 'comment',
  'Manual trigger': 'play',
  schedule: 'clock',
  webhook: 'send',
  set_status: 'progress',
  set_priority: 'up',
  set_approval: 'approved',
  pin: 'pin',
  assign: 'invite',
  unassign: 'person',
  set_category: 'tag',
  set_field: 'list',
  move: 'folder',
  copy: 'copy',
  comment: 'comment',
  add_to_subset: 'plus',
  remove_from_subset: 'minus',
  run_model: 'magic',
  create_export: 'download',
  send_webhook: 'send',
  send_email: 'mail',
  custom: 'code',
  condition: 'filter',
  delay: 'clock',
};

/** Returns nodes as boxes. */
export function pipelineBoxes(
  graph: PipelineGraph,
  problems: readonly PipelineProblem[],
  selection: CanvasSelection,
  names: SettingNames,
): PipelineBox[] {
  return graph.nodes.map(node => {
    const [title, summary] = [titleOf(node), summaryOf(node, names)];
    const problem = problems.find(each => each.node === node.id)?.message;
    return {
      id: node.id,
      type: 'step',
      position: { x: node.x, y: node.y },
      width: NODE.width,
      height: NODE.height,
      selected: selection.nodes.has(node.id),
      data: { kind: node.kind, type: node.type, title, summary, problem },
      ariaLabel: messages.canvasParts.actionTitle(
        node.kind,
        'event',
        title,
        summary === '' ? '' : ` ${summary}`,
        problem === undefined ? '' : `. ${problem}`,
      ),
      ariaRole: 'button',
    };
  });
}

/** Returns the words in the box of a node, such as “Delay · 5 s”; undefined where there is no such node. */
export function stepName({ nodes }: PipelineGraph, id: string | undefined, names: SettingNames): string | undefined {
  const node = nodes.find(each => each.id === id);
  return node && [titleOf(node), summaryOf(node, names)].filter(each => each !== '').join(' · ');
}

/** Returns edges as arrows; their ids are their places in the list. */
export function pipelineArrows(graph: PipelineGraph, selection: CanvasSelection): PipelineArrow[] {
  return graph.edges.map(({ from, to, on }, at) => {
    const selected = selection.edges.has(at);
    return {
      id: String(at),
      source: from,
      target: to,
      selected,
      data: { at },
      ariaLabel: messages.canvasParts.fromToName(from, to, on === undefined ? '' : `, ${on}`),
      ...(on === undefined ? {} : { label: on }),
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 16,
        height: 16,
        color: selected ? 'var(--loupe-accent)' : 'var(--loupe-muted)',
      },
    };
  });
}

/** Returns the settings of a node in a few words, for its box. */
function summaryOf(node: PipelineNode, names: SettingNames): string {
  const { settings } = node;
  const held = namedSetting(node, names);
  if (node.kind === 'event') {
    const { from = ANY, to = ANY, name, transition } = settings;
    if (typeof name === 'string') return name;
    if (typeof transition === 'string') return transition;
    if (held !== undefined) return held;
    if (node.type === SCHEDULE) {
      const pattern = wordOf(settings['cron'], '');
      return frequencies.find(each => each.value === pattern)?.label ?? pattern;
    }
    const type = eventTypeOf(node.type);
    // Events of the team happen in no project.
    if (type?.subject === 'team') return '';
    const fields = type?.fields ?? [];
    const shown = (value: unknown, field: string): string =>
      fields.find(each => each.name === field)?.choices?.find(each => each.value === value)?.label ??
      wordOf(value, 'any');
    if (fields.some(each => each.name === 'from')) return `${shown(from, 'from')} → ${shown(to, 'to')}`;
    const filter = fields.find(each => each.kind.startsWith('any') && (settings[each.name] ?? ANY) !== ANY);
    return filter === undefined ? scopeText(node.scope) : shown(settings[filter.name], filter.name);
  }
  switch (node.type) {
    case 'set_priority':
      return settings['priority'] === undefined || settings['priority'] === null
        ? messages.canvasParts.none
        : wordOf(settings['priority'], '');
    case 'delay':
      return settings['seconds'] === undefined ? '' : `${wordOf(settings['seconds'], '')} s`;
    case 'condition': {
      const rules = (settings['rules'] as { readonly rules?: readonly { readonly field: string }[] } | undefined)
        ?.rules;
      return rules?.map(each => each.field).join(', ') ?? '';
    }
    case 'move':
    case 'copy':
      return wordOf(settings['folder'], '');
    case 'set_category':
      return wordOf(settings['categories'], messages.canvasParts.none).replaceAll('\n', ', ');
    case 'unassign':
      return wordOf(settings['email'], messages.canvasParts.everyone);
    default: {
      if (held !== undefined) return held;
      const first = actionTypeOf(node.type)?.fields[0];
      const value = first === undefined ? undefined : settings[first.name];
      return first?.choices?.find(each => each.value === value)?.label ?? wordOf(value, '');
    }
  }
}

/** The name of what a node holds by its id, empty for what is gone; undefined for a node that holds no such thing. */
function namedSetting({ kind, type, settings }: PipelineNode, names: SettingNames): string | undefined {
  const fields = (kind === 'event' ? eventTypeOf(type) : actionTypeOf(type))?.fields ?? [];
  for (const { name, kind: field } of fields) {
    const id = settings[name];
    if ((field === 'customAction' || field === 'customEvent') && typeof id === 'number')
      return names[field].get(id) ?? '';
  }
  return undefined;
}

const wordOf = (value: unknown, empty: string): string =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : empty;

const scopeText = ({ all, projects }: { readonly all: boolean; readonly projects: readonly unknown[] }): string =>
  all ? messages.shared.allProjects : messages.canvasParts.countProjects(projects.length);
