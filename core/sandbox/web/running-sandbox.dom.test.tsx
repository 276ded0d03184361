import { expect, it, vi } from 'vitest';
import { RunningSandbox } from './running-sandbox.ts';

it('should end code whose frame loads something else', () => {
  const host = document.createElement('div');
  document.body.append(host);
  const [onFault, onEnd] = [vi.fn(), vi.fn()];
  const sandbox = new RunningSandbox({ title: 'Guest', code: '', host, onFault, onEnd });
  const frame = host.querySelector('iframe')!;
  frame.dispatchEvent(new Event('load'));
  expect(onEnd).not.toHaveBeenCalled();
  frame.dispatchEvent(new Event('load'));
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(sandbox);
  expect(onFault).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'The code left its frame, so it was stopped.' }),
  );
  expect(host.querySelector('iframe')).toBeNull();
  host.remove();
});
