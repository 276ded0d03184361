import { expect, it } from 'vitest';
import type { EnablementRules } from '../common/index.ts';
import { definePlugin } from '../common/index.ts';
import { PluginGate } from './plugin-gate.ts';

const PING = definePlugin({ id: 'ping', title: 'Ping' });

it('should not keep switches that were read before a change', async () => {
  const answers: ((switches: EnablementRules['switches']) => void)[] = [];
  const gate = new PluginGate(
    [PING],
    new Set(),
    () => new Promise(resolve => answers.push(switches => resolve({ switches, features: {} }))),
  );
  const before = gate.enablement(1);
  gate.forget();
  answers[0]!({});
  expect((await before).get('ping')?.enabled).toBe(true);
  const after = gate.enablement(1);
  answers[1]!({ ping: 'withheld' });
  expect((await after).get('ping')?.enabled).toBe(false);
});
