import { beforeEach, expect, it, vi } from 'vitest';
import { screenCalls } from './screen-calls.ts';

const ports = {
  name: 'Counter',
  teamId: 7,
  toast: vi.fn(),
  confirm: vi.fn(),
  download: vi.fn(),
  open: vi.fn(),
  copy: vi.fn(),
  go: vi.fn(),
};
let now: number;
const calls = (): ReturnType<typeof screenCalls> => screenCalls({ ...ports, now: () => now });
beforeEach(() => {
  vi.resetAllMocks();
  now = 0;
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://name:word@example.org', '/t/1', ''])(
  'should refuse to open %j, without asking',
  async url => {
    await expect(calls().ui.openLink({ url })).rejects.toMatchObject({ code: 'INVALID' });
    expect(ports.confirm).not.toHaveBeenCalled();
  },
);

it('should do nothing that leaves the app unless the person agrees, and name the app and what it is', async () => {
  ports.confirm.mockResolvedValue(false);
  const { ui } = calls();
  expect(await ui.openLink({ url: 'https://example.org/a?b=c' })).toBe(false);
  expect(await ui.download({ name: 'rows.csv', content: 'a,b' })).toBe(false);
  expect(await ui.copy({ text: 'secret' })).toBe(false);
  expect([ports.open, ports.download, ports.copy].map(each => each.mock.calls)).toEqual([[], [], []]);
  const asked = ports.confirm.mock.calls.flat() as { readonly title: string; readonly text: string }[];
  expect(asked.every(each => each.text.includes('Counter'))).toBe(true);
  expect(asked.map(each => each.text).join(' ')).toMatch(/example\.org\/a\?b=c.*rows\.csv.*3 bytes.*secret/);
});

it('should do it when the person agrees', async () => {
  ports.confirm.mockResolvedValue(true);
  const { ui } = calls();
  expect(await ui.openLink({ url: 'https://example.org' })).toBe(true);
  expect(await ui.download({ name: '../../etc/passwd\u202etxt', content: new Uint8Array([1, 2]) })).toBe(true);
  expect(await ui.copy({ text: 'x' })).toBe(true);
  expect(ports.open).toHaveBeenCalledWith('https://example.org/');
  expect(ports.download.mock.calls[0]![0]).toBe('_.._etc_passwd_txt');
  expect((ports.download.mock.calls[0]![1] as Blob).size).toBe(2);
  expect(ports.copy).toHaveBeenCalledWith('x');
});

it('should ask one question at a time, and no more after five were refused', async () => {
  let answer: (yes: boolean) => void = () => undefined;
  ports.confirm.mockImplementation(
    () =>
      new Promise(resolve => {
        answer = resolve;
      }),
  );
  const { ui } = calls();
  const first = ui.confirm({ text: 'Sure?' });
  await expect(ui.confirm({ text: 'Really?' })).rejects.toMatchObject({ code: 'ASKING' });
  answer(false);
  expect(await first).toBe(false);
  ports.confirm.mockResolvedValue(false);
  for (let count = 0; count < 4; count++) await ui.confirm({ text: 'Sure?' });
  await expect(ui.confirm({ text: 'Sure?' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

it('should show five messages in ten seconds, with the name of the app', async () => {
  const { ui } = calls();
  for (let count = 0; count < 5; count++) await ui.toast({ text: 'hello' });
  await expect(ui.toast({ text: 'hello' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  now = 11_000;
  await ui.toast({ text: 'again', tone: 'error' });
  expect(ports.toast.mock.calls.at(-1)).toEqual(['Counter: again', 'error']);
});

it('should lead to places of its own team only', async () => {
  const { navigate } = calls();
  await navigate.toItem({ projectId: 1, itemId: 2 });
  await navigate.toItem({ projectId: 1, itemId: 2, details: true });
  await navigate.toProject({ projectId: 3 });
  expect(ports.go.mock.calls.flat()).toEqual(['/t/7/p/1/item/2', '/t/7/p/1/item/2/details', '/t/7/p/3']);
});
