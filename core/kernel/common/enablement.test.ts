import { expect, test } from 'vitest';
import { enablementOf, reasonText } from './enablement.ts';
import type { Manifest } from './manifest.ts';

const manifests: readonly Manifest[] = [
  { id: 'projects', title: 'Projects', locked: true },
  { id: 'items', title: 'Items', requires: ['projects'], locked: true },
  { id: 'explore', title: 'Explore', requires: ['items'], feature: 'explore' },
  { id: 'similar', title: 'Similar', requires: ['explore'] },
  { id: 'beta', title: 'Beta', enabledByDefault: false },
];

const rules = (part: { off?: string[]; failed?: string[]; switches?: Record<string, boolean>; features?: Record<string, boolean> }) => ({ failed: new Set(part.failed ?? []), operatorOff: new Set(part.off ?? []), switches: part.switches ?? {}, features: part.features ?? {} });

test.each([
  ['everything is on that is on by default', {}, ['projects', 'items', 'explore', 'similar'], {}],
  ['the operator leaves one out', { off: ['explore'] }, ['projects', 'items'], { explore: 'operator', similar: 'requirement' }],
  ['the organization switches one off', { switches: { explore: false } }, ['projects', 'items'], { explore: 'organization', similar: 'requirement' }],
  ['the plan lacks the feature', { features: { explore: false } }, ['projects', 'items'], { explore: 'feature', similar: 'requirement' }],
  ['only a dependent is off', { switches: { similar: false } }, ['projects', 'items', 'explore'], { similar: 'organization' }],
  ['a shy one is switched on', { switches: { beta: true } }, ['projects', 'items', 'explore', 'similar', 'beta'], {}],
  ['locked ones cannot be switched off', { off: ['projects'], switches: { items: false } }, ['projects', 'items', 'explore', 'similar'], {}],
  ['one did not start', { failed: ['explore'] }, ['projects', 'items'], { explore: 'failed', similar: 'requirement' }],
  ['the operator is named before the organization', { off: ['explore'], switches: { explore: false } }, ['projects', 'items'], { explore: 'operator' }],
] as const)('should tell what is on and why not when %s', (_, part, on, because) => {
  const answer = enablementOf(manifests, rules(part as never));
  expect([...answer].filter(([, each]) => each.enabled).map(([id]) => id)).toEqual(on);
  for (const [id, kind] of Object.entries(because)) expect(answer.get(id)?.because?.kind).toBe(kind);
});

test('should say the reason in one sentence', () => {
  const answer = enablementOf(manifests, rules({ switches: { explore: false } }));
  expect(reasonText(answer.get('similar')!.because!, id => manifests.find(each => each.id === id)!.title)).toBe('Needs Explore');
});
