import { afterEach, describe, expect, it, vi } from 'vitest';
import { ItemModule } from '#sdk/form/item.ts';
import { ModelsModule } from '#sdk/form/models.ts';
import { UiModule } from '#sdk/form/ui.ts';
import type { FormModels } from '../kit/form-services.ts';
import { FormServices } from '../kit/form-services.ts';
import { closeScripts, openScript, settled } from './script-link.support.ts';

afterEach(closeScripts);

describe('calls between a script and its form', () => {
  it('should call handlers and hooks, also those found by name', async () => {
    const received: unknown[] = [];
    const { link, form } = await openScript({
      body: (own, end) => {
        own.on('press', 'click', path => void received.push(['click', path]));
        own.hook('beforeStatusChange', (from, to) => to !== 'QualityCheck' || `Not from ${from}.`);
        end.named({
          on_top_change: (path: unknown, value: unknown) => {
            received.push(value);
            own.set('given', `${String(value)}!`);
          },
          before_save_hook: () => false,
          on_nobody_click: () => 1,
          other: () => 1,
        });
      },
    });
    expect(link.listening.events).toEqual([
      { id: 'press', kind: 'click' },
      { id: 'top', kind: 'change' },
    ]);
    await link.event({ id: 'press', kind: 'click', path: ['press'] });
    await link.event({ id: 'top', kind: 'change', path: ['top'], value: 'v' });
    expect([received, form.get('given')]).toEqual([[['click', ['press']], 'v'], 'v!']);
    expect([
      await link.hook('beforeStatusChange', ['InProgress', 'QualityCheck']),
      await link.hook('beforeStatusChange', ['InProgress', 'Returned']),
      await link.hook('beforeSave', ['InProgress', 'InProgress']),
      link.hasHook('close'),
    ]).toEqual(['Not from InProgress.', undefined, '', false]);
  });

  it('should say that the team has no models, and pass on pieces of an answer where it has', async () => {
    const without = await openScript();
    await expect(new ModelsModule(without.end).run('m', 'hi')).rejects.toThrow(
      'Models and calls to other services are switched off here.',
    );
    const run = vi.fn<FormModels['run']>(async (_, __, options) => {
      options?.onDelta?.('Hel');
      options?.onDelta?.('lo');
      return { text: 'Hello', latencyMs: 3, runId: 9 };
    });
    const services = new FormServices();
    services.provide({ models: { run } as Pick<FormModels, 'run'> as FormModels });
    const { end } = await openScript({ services });
    const pieces: string[] = [];
    expect([
      await new ModelsModule(end).ask(
        'm',
        { prompt: 'hi', params: { temperature: 0 } },
        { stream: text => pieces.push(text) },
      ),
      pieces,
    ]).toEqual([{ text: 'Hello', latencyMs: 3 }, ['Hel', 'lo']]);
    expect(run.mock.calls[0]!.slice(0, 2)).toEqual([
      1,
      { model: 'm', itemId: 1, prompt: 'hi', params: { temperature: 0 } },
    ]);
    await expect(new ModelsModule(end).run('', 'hi')).rejects.toThrow('Name the model');
  });

  it('should show few messages, keep the keys of the product, and add comments', async () => {
    const { end, refused, toasts, session } = await openScript();
    const ui = new UiModule(end);
    for (let at = 0; at < 9; at += 1) ui.toast(`message ${at}`);
    for (const keys of ['Ctrl+S', 'K', 'nonsense+', 'Alt+Enter', 'Ctrl+Shift+K']) ui.shortcut(keys, () => undefined);
    await settled();
    expect([
      toasts.length,
      refused.filter(each => each.includes('messages')).length,
      refused.filter(each => each.includes('belongs to the product')).length,
      refused.filter(each => each.includes('keys')).length,
    ]).toEqual([5, 4, 2, 3]);
    expect(await ui.confirm('Sure?')).toBe(true);
    await new ItemModule(end).comments.add('Look here', 'top');
    expect(session.scene.comments).toMatchObject([{ element_path: ['top'], correspondence: [{ text: 'Look here' }] }]);
    await expect(new ItemModule(end).comments.add(' ')).rejects.toThrow('A comment has 1 to 2000 characters.');
    expect(new ItemModule(end).payload()).toEqual({ word: 'hello' });
  });
});
