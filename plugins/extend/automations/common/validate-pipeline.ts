import { z } from '#core/api/common/index.ts';
import type { ActionType } from './action-type.ts';
import { actionTypeOf } from './action-types.ts';
import { conditionRules } from './condition-rules.ts';
import { secretsIn } from './custom-action.ts';
import type { SettingField } from './setting-field.ts';
import { ANY, eventTypeOf, MANUAL } from './event-types.ts';
import type { ActionNode, EventNode, PipelineGraph, PipelineNode } from './pipeline.ts';
import { isTimeZone, patternProblem } from './schedule.ts';
import { isWithChange, stepsWithChange } from './transition-steps.ts';

/** Something that keeps a pipeline from running: the node, its setting, and the fix in words. */
export interface PipelineProblem {
  /** Absent: the pipeline as such. */
  readonly node?: string;
  readonly field?: string;
  readonly message: string;
}

/** References that exist in the team. Absent parts are not checked. */
export interface KnownReferences {
  readonly projects?: ReadonlySet<number>;
  readonly statuses?: ReadonlySet<string>;
  /** Custom actions that are deployed. */
  readonly actions?: ReadonlySet<number>;
  readonly secrets?: ReadonlySet<string>;
  readonly events?: ReadonlySet<number>;
}

/** Returns everything that is wrong with a pipeline, in the order of its nodes; an empty list when it can run. */
export function validatePipeline(graph: PipelineGraph, known: KnownReferences = {}): readonly PipelineProblem[] {
  const problems: PipelineProblem[] = [...shapeProblems(graph)];
  for (const node of graph.nodes)
    problems.push(...(node.kind === 'event' ? eventProblems(graph, node, known) : actionProblems(graph, node, known)));
  return problems;
}

/** Returns how a node is called on the screen. */
export const titleOf = (node: PipelineNode): string =>
  (node.kind === 'event' ? eventTypeOf(node.type)?.title : actionTypeOf(node.type)?.title) ?? node.type;

function shapeProblems({ nodes, edges }: PipelineGraph): readonly PipelineProblem[] {
  const problems: PipelineProblem[] = [];
  const ids = nodes.map(each => each.id);
  for (const id of new Set(ids.filter((each, at) => ids.indexOf(each) !== at)))
    problems.push({ node: id, message: `Two nodes have the id ${id}. Give one of them another id.` });
  if (!nodes.some(each => each.kind === 'event'))
    problems.push({ message: 'Nothing starts this pipeline. Add an event.' });
  if (!nodes.some(each => each.kind === 'action'))
    problems.push({ message: 'This pipeline does nothing. Add an action.' });
  for (const { from, to } of edges) {
    const missing = [from, to].find(each => !ids.includes(each));
    if (missing !== undefined)
      problems.push({
        message: `An edge leads from ${from} to ${to}, but there is no node ${missing}. Remove the edge.`,
      });
    else if (nodes.find(each => each.id === to)!.kind === 'event')
      problems.push({ node: to, message: 'Events start a pipeline. Remove the edge that leads to this one.' });
  }
  const manual = nodes.filter(each => each.kind === 'event' && each.type === MANUAL);
  for (const { id } of manual.slice(1))
    problems.push({ node: id, message: 'A pipeline can have one custom event. Remove the others.' });
  const circle = nodeOfCycle({ nodes, edges });
  if (circle !== undefined)
    problems.push({ node: circle, message: 'This action leads back to itself. Remove one of the edges of the loop.' });
  return problems;
}

function nodeOfCycle({ nodes, edges }: PipelineGraph): string | undefined {
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string): string | undefined => {
    if (state.get(id) === 'open') return id;
    if (state.get(id) === 'done') return undefined;
    state.set(id, 'open');
    for (const each of edges) {
      const found = each.from === id ? visit(each.to) : undefined;
      if (found !== undefined) return found;
    }
    state.set(id, 'done');
    return undefined;
  };
  for (const { id } of nodes) {
    const found = visit(id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function eventProblems(graph: PipelineGraph, node: EventNode, known: KnownReferences): readonly PipelineProblem[] {
  const type = eventTypeOf(node.type);
  if (type === undefined)
    return [{ node: node.id, message: `There is no event “${node.type}”. Choose one of the palette.` }];
  const problems = settingProblems(node, type.fields, known);
  if (!graph.edges.some(each => each.from === node.id))
    problems.push({ node: node.id, message: 'This event starts nothing. Connect it to an action.' });
  if (
    isWithChange(node) &&
    graph.edges.some(each => each.from === node.id) &&
    stepsWithChange(graph, node.id).size === 0
  )
    problems.push({
      node: node.id,
      field: 'timing',
      message:
        'None of the first actions can be part of the change. Begin with one that changes the item, or choose “After the change”.',
    });
  if (!node.scope.all && node.scope.projects.length === 0)
    problems.push({
      node: node.id,
      field: 'scope',
      message: 'No project is chosen. Choose projects, or all projects.',
    });
  for (const { id } of node.scope.all ? [] : node.scope.projects)
    if (known.projects?.has(id) === false)
      problems.push({ node: node.id, field: 'scope', message: `Project ${id} does not exist. Remove it.` });
  return problems;
}

function actionProblems(graph: PipelineGraph, node: ActionNode, known: KnownReferences): readonly PipelineProblem[] {
  const type = actionTypeOf(node.type);
  if (type === undefined)
    return [{ node: node.id, message: `There is no action “${node.type}”. Choose one of the palette.` }];
  const problems = settingProblems(node, type.fields, known);
  if (!graph.edges.some(each => each.to === node.id))
    problems.push({
      node: node.id,
      message: 'Nothing leads to this action. Connect an event or another action to it.',
    });
  for (const each of graph.edges)
    if (each.from === node.id && !fits(type, each.on))
      problems.push({
        node: node.id,
        message:
          type.outcomes === 'condition'
            ? 'An edge that leaves a condition must be “true”, “false” or “always”.'
            : 'An edge that leaves this action must be “success”, “failure” or “always”.',
      });
  for (const event of eventsBefore(graph, node.id)) {
    const kind = eventTypeOf(event.type);
    if (type.needsItem && kind !== undefined && kind.subject !== 'item')
      problems.push({ node: node.id, message: `${type.title} needs an item, but “${kind.title}” is not about items.` });
    if (type.never?.events.includes(event.type) === true)
      problems.push({
        node: node.id,
        message: `${type.title} can’t follow “${kind?.title ?? event.type}”: ${type.never.because}.`,
      });
  }
  return problems;
}

const fits = ({ outcomes }: ActionType, on = 'success'): boolean =>
  on === 'always' || (outcomes === 'condition' ? ['true', 'false'] : ['success', 'failure']).includes(on);

/** Returns the events that lead to a node, over any number of actions. */
function eventsBefore({ nodes, edges }: PipelineGraph, id: string): readonly EventNode[] {
  const seen = new Set([id]);
  for (const each of seen) for (const { from, to } of edges) if (to === each) seen.add(from);
  return nodes.filter((each): each is EventNode => each.kind === 'event' && seen.has(each.id));
}

const EMAIL = /^[^\s@,;]+@[^\s@,;]+$/;

/** Returns the addresses of a list that is separated by commas, semicolons or white space. */
export const addressesOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter(each => each !== '');

function settingProblems(
  { id: node, settings }: PipelineNode,
  fields: readonly SettingField[],
  known: KnownReferences,
): PipelineProblem[] {
  const problems: PipelineProblem[] = [];
  for (const name of Object.keys(settings))
    if (!fields.some(each => each.name === name))
      problems.push({ node, field: name, message: `There is no setting “${name}”. Remove it.` });
  for (const field of fields) {
    const value = settings[field.name];
    const absent = value === undefined || value === null || value === '';
    if (absent && field.required !== true) continue;
    const message = absent ? `Fill in “${field.label}”.` : valueProblem(field, value, known);
    if (message !== undefined) problems.push({ node, field: field.name, message });
  }
  return problems;
}

function valueProblem(
  { kind, label, choices, least = -Infinity, most = Infinity }: SettingField,
  value: unknown,
  { projects, statuses, actions, secrets, events }: KnownReferences,
): string | undefined {
  switch (kind) {
    case 'number':
    case 'duration':
      if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} must be a number.`;
      if (kind === 'duration' && !Number.isInteger(value)) return `${label} must be a whole number of seconds.`;
      return value < least || value > most ? `${label} must be from ${least} to ${most}.` : undefined;
    case 'rules': {
      const read = conditionRules.safeParse(value);
      if (!read.success) return 'The rules are not complete. Give each a field, a comparison and a value.';
      const open = read.data.rules.find(each => each.value === '' && !each.operator.endsWith('empty'));
      return open === undefined ? undefined : `The rule about ${open.field} has no value. Fill it in.`;
    }
    case 'customAction':
      if (typeof value !== 'number') return 'Choose an action.';
      return actions?.has(value) === false
        ? 'The chosen action does not exist or is not deployed. Deploy it, or choose another one.'
        : undefined;
    case 'project':
      if (typeof value !== 'number') return 'Choose a project.';
      return projects?.has(value) === false ? 'The chosen project does not exist. Choose another one.' : undefined;
    case 'customEvent':
      if (typeof value !== 'number') return 'Choose an event.';
      return events?.has(value) === false ? 'The chosen event does not exist. Choose another one.' : undefined;
    case 'json':
      return typeof value === 'object' && !Array.isArray(value) && JSON.stringify(value).length <= 10_000
        ? undefined
        : `${label} must be a JSON object of at most 10,000 characters.`;
    default:
  }
  if (typeof value !== 'string') return `${label} must be text.`;
  if (value.length > most) return `${label} must have at most ${most} characters.`;
  const unknown = secretsIn(value).find(each => secrets?.has(each) === false);
  if (unknown !== undefined) return `There is no secret “${unknown}”. Add it below Secrets.`;
  if (value === ANY && kind.startsWith('any')) return undefined;
  switch (kind) {
    case 'status':
    case 'anyStatus':
      return statuses?.has(value) === false ? `There is no status “${value}”. Choose another one.` : undefined;
    case 'choice':
    case 'anyChoice':
      return choices?.some(each => each.value === value) === false
        ? `${label} must be one of ${choices.map(each => each.value).join(', ')}.`
        : undefined;
    case 'email':
      return EMAIL.test(value) ? undefined : `${label} must be an e-mail address.`;
    case 'emails':
      return addressesOf(value).every(each => EMAIL.test(each)) && addressesOf(value).length <= 50
        ? undefined
        : `${label} must be at most 50 e-mail addresses, separated by commas.`;
    case 'cron':
      return patternProblem(value);
    case 'timeZone':
      return isTimeZone(value) ? undefined : `There is no time zone “${value}”. Choose one such as Europe/Berlin.`;
    case 'date':
      return z.iso.date().safeParse(value).success ? undefined : `${label} must be a date such as 2026-12-31.`;
    case 'url':
      return /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value)
        ? undefined
        : `${label} must be an address that begins with https:// or http://.`;
    default:
      return undefined;
  }
}
