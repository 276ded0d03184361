import { expect, test } from 'vitest';
import type { PluginSwitch } from '#core/tenancy/common/index.ts';
import { enablementOf, reasonText } from './enablement.ts';
import type { Manifest } from './manifest.ts';

const manifests: readonly Manifest[] = [
  { id: 'projects', title: 'Projects', locked: true },
  { id: 'items', title: 'Items', requires: ['projects'], locked: true },
  { id: 'explore', title: 'Explore', requires: ['items'], feature: 'explore' },
  { id: 'similar', title: 'Similar', requires: ['explore'] },
  { id: 'beta', title: 'Beta', enabledByDefault: false },
];

const rules = (part: {
  off?: string[];
  failed?: string[];
  switches?: Record<string, PluginSwitch>;
  features?: Record<string, boolean>;
}) => ({
  failed: new Set(part.failed ?? []),
  operatorOff: new Set(part.off ?? []),
  switches: part.switches ?? {},
  features: part.features ?? {},
});

test.each([
  ['everything is on that is on by default', {}, ['projects', 'items', 'explore', 'similar'], {}],
  [
    'the operator leaves one out',
    { off: ['explore'] },
    ['projects', 'items'],
    { explore: 'operator', similar: 'requirement' },
  ],
  [
    'the organization switches one off',
    { switches: { explore: 'off' } },
    ['projects', 'items'],
    { explore: 'organization', similar: 'requirement' },
  ],
  [
    'the plan lacks the feature',
    { features: { explore: false } },
    ['projects', 'items'],
    { explore: 'feature', similar: 'requirement' },
  ],
  [
    'the operator withholds one from the organization',
    { switches: { explore: 'withheld' } },
    ['projects', 'items'],
    { explore: 'withheld', similar: 'requirement' },
  ],
  [
    'only a dependent is off',
    { switches: { similar: 'off' } },
    ['projects', 'items', 'explore'],
    { similar: 'organization' },
  ],
  ['a shy one is switched on', { switches: { beta: 'on' } }, ['projects', 'items', 'explore', 'similar', 'beta'], {}],
  [
    'locked ones cannot be switched off',
    { off: ['projects'], switches: { items: 'off' } },
    ['projects', 'items', 'explore', 'similar'],
    {},
  ],
  ['one did not start', { failed: ['explore'] }, ['projects', 'items'], { explore: 'failed', similar: 'requirement' }],
  [
    'the operator is named before the organization',
    { off: ['explore'], switches: { explore: 'off' } },
    ['projects', 'items'],
    { explore: 'operator' },
  ],
] as const)('should report what is on and why not when %s', (_, part, on, because) => {
  const answer = enablementOf(manifests, rules(part as never));
  expect([...answer].filter(([, each]) => each.enabled).map(([id]) => id)).toEqual(on);
  for (const [id, kind] of Object.entries(because)) expect(answer.get(id)?.because?.kind).toBe(kind);
});

test('should say the reason in one sentence', () => {
  const answer = enablementOf(manifests, rules({ switches: { explore: 'off' } }));
  expect(reasonText(answer.get('similar')!.because!, id => manifests.find(each => each.id === id)!.title)).toBe(
    'Needs Explore',
  );
});
