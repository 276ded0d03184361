import { describe, expect, it, vi } from 'vitest';
import type { FormModels, ModelAnswer } from '../kit/form-services.ts';
import { FormServices } from '../kit/form-services.ts';
import type { RunOutcome } from './form-runs.ts';
import { FormRuns } from './form-runs.ts';

interface Asked {
  readonly say: (text: string) => void;
  readonly end: (answer: ModelAnswer) => void;
  readonly fail: (error: Error) => void;
  readonly signal: AbortSignal;
}

function stage(): {
  readonly runs: FormRuns;
  readonly asked: Asked[];
  readonly models: FormModels;
  readonly kept: RunOutcome[];
  start(key?: string): void;
} {
  const asked: Asked[] = [];
  const kept: RunOutcome[] = [];
  const runs = new FormRuns();
  const models: FormModels = {
    list: () => Promise.resolve([]),
    run: (_, __, { onDelta, signal } = {}) =>
      new Promise((resolve, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        asked.push({ say: text => onDelta?.(text), end: resolve, fail: reject, signal: signal! });
      }),
    fetch: () => Promise.reject(new Error('not here')),
  };
  const start = (key = 'a'): void =>
    runs.start(key, models, 1, { model: 'm', prompt: 'x' }, outcome => {
      kept.push(outcome);
      return outcome.text === 'bad' ? 'It does not fit.' : undefined;
    });
  return { runs, asked, models, kept, start };
}

const answer = (text: string): ModelAnswer => ({ text, latencyMs: 5, runId: 1, cost: null });
const soon = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 0));

describe('answers that a form waits for', () => {
  it('should be kept whole, once', async () => {
    const { runs, asked, kept, start } = stage();
    start();
    asked[0]!.say('Hel');
    asked[0]!.say('lo');
    expect(runs.get('a')).toMatchObject({ text: 'Hello', problem: undefined });
    asked[0]!.end(answer('Hello'));
    await soon();
    expect([kept, runs.get('a')]).toEqual([[{ ...answer('Hello'), stopped: false }], undefined]);
  });

  it('should be kept in part only when the person ends them', async () => {
    const { runs, asked, kept, start } = stage();
    start();
    asked[0]!.say('Hel');
    runs.stop('a');
    await soon();
    expect(kept).toMatchObject([{ text: 'Hel', stopped: true }]);
    expect(asked[0]!.signal.aborted).toBe(true);
    start();
    runs.stop('a');
    await soon();
    expect([kept.length, runs.get('a')]).toEqual([1, undefined]);
  });

  it('should say why they failed and stay until they are asked again', async () => {
    const { runs, asked, kept, start } = stage();
    start();
    asked[0]!.say('Hal');
    asked[0]!.fail(new Error('The provider is away.'));
    await soon();
    expect(runs.get('a')).toMatchObject({ problem: 'The provider is away.', text: 'Hal' });
    expect([kept, runs.isRunning('a')]).toEqual([[], false]);
    start();
    asked[1]!.end(answer('bad'));
    await soon();
    expect(runs.get('a')!.problem).toBe('It does not fit.');
  });

  it('should end with the form, and nothing of them be kept', async () => {
    const { runs, asked, kept, start } = stage();
    start();
    start('b');
    asked[0]!.say('Hel');
    runs.dispose();
    asked[1]!.end(answer('late'));
    await soon();
    expect([kept, asked.map(each => each.signal.aborted)]).toEqual([[], [true, true]]);
  });

  it('should be drawn now and then, not for each word', () => {
    vi.useFakeTimers();
    const { runs, asked, start } = stage();
    start();
    const before = runs.version;
    for (let word = 0; word < 50; word += 1) asked[0]!.say('w ');
    vi.advanceTimersByTime(100);
    expect(runs.version - before).toBe(1);
    runs.dispose();
    vi.useRealTimers();
  });
});

it('should be offered to forms and taken away again', () => {
  const services = new FormServices();
  const { models } = stage();
  const onChange = vi.fn();
  services.onChange(onChange);
  const offered = services.provide({ models });
  expect(services.models).toBe(models);
  offered.dispose();
  expect([services.models, onChange.mock.calls.length]).toEqual([undefined, 2]);
});
